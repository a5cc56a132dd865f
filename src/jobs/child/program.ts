import { fileURLToPath } from 'node:url';
import { isBinary } from '../../program/files.ts';
import { launchWith } from '../../program/launch.ts';

const ROOT = new URL('../../../', import.meta.url);

/**
 * The parts of the program that the child reads. The folder as a whole may hold the configuration and the data. The binary
 * has all of them inside.
 */
const READABLE = isBinary ? [] : ['bin/', 'src/', 'node_modules/', 'package.json'];

/**
 * Flags of node that lock the child in: it can neither write files, nor read any but its program, nor reach the
 * network, start programs or load native code. Threads are for the watchdog, and are forbidden once it runs.
 */
export const JAIL: readonly string[] = [
  '--permission',
  ...READABLE.map((path) => `--allow-fs-read=${fileURLToPath(new URL(path, ROOT))}`),
  '--allow-worker',
  '--disable-warning=PERM0006',
  // Node does not ask for permission when SQLite opens a file.
  '--no-experimental-sqlite',
];

/** How the child is started. Besides this flag, it limits its memory itself (`cli/jobs.ts`). */
export const CHILD_LAUNCH = launchWith([...JAIL, '--max-semi-space-size=2'], ['jobs']);
