import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/dms.js', import.meta.url));

/** The node flags in the first line of the program. */
export const FLAGS: readonly string[] = launchFlags();

/** The command that starts `dms`, before its arguments: the sources, or the binary in `DMS_BINARY`. */
export const DMS: { readonly file: string; readonly args: readonly string[] } = found();

/** True if {@link DMS} is the binary. */
export const IS_BINARY = process.env['DMS_BINARY'] !== undefined;

function launchFlags(): readonly string[] {
  const [, flags] = /^#!\/usr\/bin\/env -S [\w= ]*\bnode (.+)\n/.exec(readFileSync(PROGRAM, 'utf8')) ?? [];
  if (flags === undefined) throw new Error(`the first line of ${PROGRAM} does not say how node starts it`);
  return flags.split(' ');
}

function found(): { file: string; args: readonly string[] } {
  const binary = process.env['DMS_BINARY'];
  if (binary !== undefined) return { file: resolve(binary), args: [] };
  return { file: process.execPath, args: [...FLAGS, PROGRAM] };
}
