import { setFlagsFromString } from 'node:v8';
import { answerTasks } from '../jobs/child/child.ts';
import { render } from '../jobs/child/render.ts';
import { EXIT } from './output.ts';

/** Without it, V8 lets so much garbage of jimp lie that the process takes 100 MB more, and keeps them. */
const THRIFT = '--heap-growing-percent=20';

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
  setFlagsFromString(THRIFT);
  await answerTasks(render);
  return EXIT.done;
}
