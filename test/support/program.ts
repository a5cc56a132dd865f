import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/dms.ts', import.meta.url));

function launchFlags(): readonly string[] {
  const [, flags] = /^#!\/usr\/bin\/env -S node (.+)\n/.exec(readFileSync(PROGRAM, 'utf8')) ?? [];
  if (flags === undefined) throw new Error(`the first line of ${PROGRAM} does not say how node starts it`);
  return flags.split(' ');
}

/** What node is given to run `dms`, before its own arguments: the flags in its first line, and the program. */
export const LAUNCH: readonly string[] = [...launchFlags(), PROGRAM];
