import { BackupReader } from '../../upkeep/backup/backup.ts';
import type { CommandContext } from '../command.ts';
import { beginLongWork } from '../data/long-work.ts';
import { countText } from '../terminal/count-text.ts';
import { CommandError, EXIT } from '../terminal/output.ts';
import { progressDisplay } from '../terminal/progress-display.ts';

/**
 * Verifies all backups in a folder.
 * @throws {CommandError} exit code 3, if backups are damaged
 */
export async function checkBackups(context: CommandContext, folder: string, deep: boolean): Promise<void> {
  beginLongWork();
  const { report, end } = progressDisplay(context);
  const { snapshots, contents, faults } = await BackupReader.use(folder, (reader) =>
    reader.verify({ deep, report }),
  ).finally(end);
  const isClean = faults.length === 0;
  const lines = faults.map(
    ({ file, reason, snapshots: names }) => `${file} ${reason} (in ${names.join(', ')})`,
  );
  if (isClean)
    lines.push(
      `no damage found (${countText(snapshots, 'backup')}, ${countText(contents, 'large content')})`,
    );
  context.output.result({ clean: isClean, snapshots, contents, faults }, lines.join('\n'));
  if (!isClean)
    throw new CommandError('damage was found: use another backup, or make a new one', EXIT.damaged);
}
