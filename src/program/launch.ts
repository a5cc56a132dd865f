import { fileURLToPath } from 'node:url';
import { isBinary } from './files.ts';

/** How this program is started as another process. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  /** To be added to what the process finds in its environment. */
  readonly environment: Readonly<Record<string, string>>;
}

/** How `dms ARGS` is started. */
export function launchOf(args: readonly string[]): Launch {
  // The binary has its own flags inside.
  return isBinary ? inBinary(args, []) : fromSources(args, process.execArgv);
}

/**
 * How `dms ARGS` is started with flags of node.
 * @param flags those that node also takes from the environment: the binary gets them so
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
