/** The program of the thread that measures large folders. It has a connection of its own, so it sees what is committed. */
import { connectReader } from '../connection.ts';
import { answerJobs } from '../thread-jobs.ts';
import { SubtreeSizes } from './subtree-sizes.ts';

answerJobs((file) => {
  const sizes = new SubtreeSizes(connectReader(file));
  return { answer: (id: number) => sizes.of(id) };
});
