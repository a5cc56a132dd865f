import { statfsSync } from 'node:fs';
import type { Command } from 'commander';
import { type CommonFlags, contextOf, subcommand, withDatabase } from './command.ts';
import { DataDirectory } from './compose.ts';

/** `dms status` */
export function statusCommand(): Command {
  return subcommand(
    'status',
    'print counts, free space, and whether dms serve is running on the data directory',
  ).action(async (flags: CommonFlags) => {
    const context = contextOf(flags);
    const statistics = await withDatabase(context, ({ dms }) => Promise.resolve(dms.health.statistics()));
    const directory = new DataDirectory(context);
    const lock = directory.lock();
    lock?.release();
    const { bavail, bsize } = statfsSync(directory.path);
    const status = {
      data_dir: directory.path,
      serving: lock === undefined,
      ...statistics,
      free_bytes: bavail * bsize,
    };
    const text = Object.entries(status).map(([name, value]) => `${name.padEnd(15)} ${String(value)}`);
    context.output.result(status, text.join('\n'));
  });
}
