import { serveTasks } from '../jobs/child/child.ts';
import { render } from '../jobs/child/render.ts';
import { collectGarbageAt } from '../program/heap.ts';
import { EXIT } from './terminal/output.ts';

/**
 * Garbage limit in percent of the live data. With a higher limit, jimp leaves 100 MB of garbage, and the process does
 * not return this memory.
 */
const MAX_GARBAGE = 20;

/**
 * The command `dms jobs`: program of the rendering process. `main.ts` does not list it, because users do not run it,
 * and because it must not load the modules of the service.
 * @returns the exit code; the process continues to run
 */
export async function run(): Promise<number> {
  if (process.send === undefined) {
    process.stderr.write('dms: "dms jobs" is for internal use, and is started by "dms serve"\n');
    return EXIT.usage;
  }
  collectGarbageAt(MAX_GARBAGE);
  await serveTasks(render);
  return EXIT.done;
}
