import { fileURLToPath } from 'node:url';
import { isBinary } from './files.ts';

/** How to start this program as another process. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  /** Variables to add to the environment of the process. */
  readonly environment: Readonly<Record<string, string>>;
}

/** How to start `dms ARGS`. */
export function launchOf(args: readonly string[]): Launch {
  // The binary contains its own flags.
  return isBinary ? inBinary(args, []) : fromSources(args, process.execArgv);
}

/**
 * How to start `dms ARGS` with flags of Node.js.
 * @param flags flags that are also allowed in `NODE_OPTIONS`, which the binary uses
 */
export function launchWith(flags: readonly string[], args: readonly string[]): Launch {
  return isBinary ? inBinary(args, flags) : fromSources(args, flags);
}

function inBinary(args: readonly string[], flags: readonly string[]): Launch {
  const environment = flags.length === 0 ? {} : { NODE_OPTIONS: flags.join(' ') };
  return { file: process.execPath, args, environment };
}

function fromSources(args: readonly string[], flags: readonly string[]): Launch {
  const program = fileURLToPath(new URL('../../bin/dms.js', import.meta.url));
  return { file: process.execPath, args: [...flags, program, ...args], environment: {} };
}
