import { fileURLToPath } from 'node:url';
import { JAIL } from '../../src/jobs/child/program.ts';
import type { RenderingSettings } from '../../src/jobs/rendering.ts';

/** Flags that lock a program of the tests in, as the process that reads contents is locked in, and the program. */
export function jailed(name: string): readonly string[] {
  const program = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  return [...JAIL, `--allow-fs-read=${program}`, program];
}

/** Settings with the program of the tests in place of the real one. */
export function renderSettings(changes: Partial<RenderingSettings> = {}): RenderingSettings {
  return {
    program: jailed('render-program'),
    timeoutSeconds: 600,
    memoryBytes: 768 * 2 ** 20,
    maxBytes: 256 * 2 ** 20,
    ocr: undefined,
    ...changes,
  };
}
