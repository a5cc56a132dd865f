import { fileURLToPath } from 'node:url';
import { SANDBOX_FLAGS } from '../../../src/jobs/child/sandbox.ts';
import type { RenderingSettings } from '../../../src/jobs/rendering.ts';
import type { Launch } from '../../../src/program/launch.ts';

/** The launch command for node with these arguments. */
export function nodeWith(args: readonly string[]): Launch {
  return { file: process.execPath, args, environment: {} };
}

/** Launch command of a test program, in the same sandbox as the process that reads contents. */
export function sandboxed(name: string): Launch {
  const program = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  return nodeWith([...SANDBOX_FLAGS, `--allow-fs-read=${program}`, program]);
}

/** Settings with a test program instead of the real one. */
export function renderSettings(changes: Partial<RenderingSettings> = {}): RenderingSettings {
  return {
    launch: sandboxed('render-program'),
    timeoutSeconds: 600,
    memoryBytes: 768 * 2 ** 20,
    maxBytes: 256 * 2 ** 20,
    ocr: undefined,
    ...changes,
  };
}
