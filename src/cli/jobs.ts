import { answerTasks } from '../jobs/child/child.ts';
import { render } from '../jobs/child/render.ts';
import { collectGarbageAt } from '../program/heap.ts';
import { EXIT } from './terminal/output.ts';

/** In percent. More garbage of jimp takes 100 MB, and the process keeps them. */
const MOST_GARBAGE = 20;

/**
 * `dms jobs`: the program of the child process that reads contents. It is not among the commands of `main.ts`,
 * because it is not for people, and because it must not load what the service needs.
 * @returns the exit code, while the process goes on
 */
export async function run(): Promise<number> {
  if (process.send === undefined) {
    process.stderr.write('dms: "dms jobs" is started by "dms serve"\n');
    return EXIT.usage;
  }
  collectGarbageAt(MOST_GARBAGE);
  await answerTasks(render);
  return EXIT.done;
}
