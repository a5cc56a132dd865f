import { fileURLToPath } from 'node:url';
import { JAIL } from '../../src/jobs/child/program.ts';
import type { RenderingSettings } from '../../src/jobs/rendering.ts';
import type { Launch } from '../../src/program/launch.ts';

/** What starts node with these arguments. */
export function nodeWith(args: readonly string[]): Launch {
  return { file: process.execPath, args, environment: {} };
}

/** Starts a program of the tests, locked in as the process that reads contents is locked in. */
export function jailed(name: string): Launch {
  const program = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  return nodeWith([...JAIL, `--allow-fs-read=${program}`, program]);
}

/** Settings with the program of the tests in place of the real one. */
export function renderSettings(changes: Partial<RenderingSettings> = {}): RenderingSettings {
  return {
    launch: jailed('render-program'),
    timeoutSeconds: 600,
    memoryBytes: 768 * 2 ** 20,
    maxBytes: 256 * 2 ** 20,
    ocr: undefined,
    ...changes,
  };
}
