import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Dms } from '../../core/dms.ts';
import { type CommandContext, type CommonFlags, contextOf, subcommand, withDatabase } from '../command.ts';
import { createRenditionJobs } from '../composition-root.ts';
import { DataDirectory } from '../process/data-directory.ts';
import { countText } from '../terminal/count-text.ts';
import { CommandError } from '../terminal/output.ts';

interface ReindexFlags extends CommonFlags {
  readonly text?: boolean;
  readonly thumbnails?: boolean;
  readonly wait?: boolean;
}

const POLL_MS = 500;
/** Interval between progress messages. */
const TELL_EVERY_MS = 5000;

/** The command `dms reindex`. */
export function reindexCommand(): Command {
  return subcommand('reindex', 'rebuild the search index; also while dms serve is running')
    .option('--text', 'extract the text of all documents again')
    .option('--thumbnails', 'generate all thumbnails again')
    .option('--no-wait', 'leave the work to dms serve, and return immediately')
    .action(async (flags: ReindexFlags) => {
      const context = await contextOf(flags);
      const done = await withDatabase(context, ({ dms }) => reindex(context, dms, flags));
      const text = done.waiting ? 'dms serve is rebuilding the index' : 'the index is complete';
      context.output.result({ complete: !done.waiting }, text);
    });
}

async function reindex(
  context: CommandContext,
  dms: Dms,
  { text, thumbnails, wait }: ReindexFlags,
): Promise<{ waiting: boolean }> {
  await dms.indexing.request({ texts: text === true, thumbnails: thumbnails === true });
  const directory = new DataDirectory(context);
  const lock = directory.lock();
  // Another process holds the lock, usually a service, which then does the work.
  if (!lock) return wait === false ? { waiting: true } : untilDone(context, dms, () => directory.isInUse());
  const jobs = await createRenditionJobs(dms, context.config, context.log);
  try {
    for (const job of jobs) await job.start();
    return await untilDone(context, dms, () => true);
  } finally {
    for (const job of jobs) await job.stop();
    lock.release();
  }
}

/** @param isWorking returns false if no process does the work any more */
async function untilDone(
  { output }: CommandContext,
  dms: Dms,
  isWorking: () => boolean,
): Promise<{ waiting: boolean }> {
  let toldAt = -TELL_EVERY_MS;
  for (;;) {
    const { isRequested, toIndex, waiting } = dms.indexing.counts();
    if (!isRequested && toIndex === 0 && waiting === 0) return { waiting: false };
    if (performance.now() - toldAt >= TELL_EVERY_MS) {
      toldAt = performance.now();
      if (!isWorking()) throw new CommandError('dms serve was stopped; it continues after its next start');
      // Until the index has been emptied, the counts do not include all the work.
      if (!isRequested)
        output.note(
          `${countText(toIndex, 'entry', 'entries')} to index, ${countText(waiting, 'content')} to read`,
        );
    }
    await pause(POLL_MS);
  }
}
