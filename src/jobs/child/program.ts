import { fileURLToPath } from 'node:url';
import { PROGRAM } from '../program.ts';

const ROOT = new URL('../../../', import.meta.url);

/** The parts of the program that the child reads. The folder as a whole may hold the configuration and the data. */
const READABLE = ['bin/', 'src/', 'node_modules/', 'package.json'];

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

/** Without these, V8 lets so much garbage of jimp lie that the process takes 100 MB more, and keeps them. */
const THRIFT = ['--max-semi-space-size=2', '--heap-growing-percent=20'];

/** What node is given to run the child: its flags, the program and the command. */
export const CHILD_PROGRAM: readonly string[] = [...JAIL, ...THRIFT, PROGRAM, 'jobs'];
