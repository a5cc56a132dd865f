import { fileURLToPath } from 'node:url';
import { isBinary } from '../../program/files.ts';
import { launchWith } from '../../program/launch.ts';

const ROOT = new URL('../../../', import.meta.url);

/**
 * Program files that the rendering process may read. Access to the whole folder is not granted, because it may contain
 * the configuration and the data. The binary contains all of these files.
 */
const READABLE = isBinary ? [] : ['bin/', 'src/', 'node_modules/', 'package.json'];

/**
 * Node.js flags that sandbox the rendering process. It cannot write files, read files other than its program, access
 * the network, start programs or load native code. Threads are allowed for the watchdog only, and forbidden once it
 * runs.
 */
export const SANDBOX_FLAGS: readonly string[] = [
  '--permission',
  ...READABLE.map((path) => `--allow-fs-read=${fileURLToPath(new URL(path, ROOT))}`),
  '--allow-worker',
  '--disable-warning=PERM0006',
  // Node.js does not check permissions when SQLite opens a file.
  '--no-experimental-sqlite',
];

/** How to start the rendering process. The process also limits its own memory (`cli/render-child.ts`). */
export const CHILD_LAUNCH = launchWith([...SANDBOX_FLAGS, '--max-semi-space-size=2'], ['jobs']);
