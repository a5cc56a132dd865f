import type { OfficePath } from '../../model/text/office-path.ts';
import { officePathText } from '../../model/text/office-path.ts';
import { printable } from '../../model/text/printable.ts';
import type { BackupReader, SnapshotName } from '../../upkeep/backup/backup.ts';
import { restoreTree, unfinishedRestore } from '../../upkeep/transfer/transfer.ts';
import { type CommandContext, OPERATOR, withOwnDatabase } from '../command.ts';
import { countText } from '../terminal/count-text.ts';
import { CommandError } from '../terminal/output.ts';
import { progressDisplay } from '../terminal/progress-display.ts';

/** A document or folder of a backup, and the target folder. */
export interface WantedPart {
  readonly snapshot: SnapshotName;
  /** True if the user chose the snapshot. Otherwise an unfinished restore is continued from its own snapshot. */
  readonly isChosen: boolean;
  readonly path: OfficePath;
  readonly into: OfficePath;
  /** Login of the user who restores it. */
  readonly login: string;
}

/** Restores one document or folder into the data directory. `dms serve` can be running at the same time. */
export async function restorePart(
  context: CommandContext,
  reader: BackupReader,
  { snapshot: wanted, isChosen, path, into, login }: WantedPart,
): Promise<void> {
  const { report, end } = progressDisplay(context);
  const snapshots = await reader.snapshots();
  let snapshot = wanted;
  const result = await withOwnDatabase(context, (office) => {
    if (!isChosen) {
      const names = snapshots.map(({ name }) => name);
      const unfinished = unfinishedRestore(office, { path, into }, names);
      snapshot = snapshots.find(({ name }) => name === unfinished) ?? wanted;
    }
    const onContinued = (name: string): void =>
      context.output.note(`continuing the unfinished restore "${name}" in ${officePathText(into)}`);
    const actor = office.dms.users.actingAs(OPERATOR, login);
    const scratch = office.incoming.path;
    return reader.useTree(snapshot.name, { scratch, report }, (tree) =>
      restoreTree(office, { reader: tree, path, snapshot: snapshot.name }, into, {
        actor,
        report,
        onContinued,
      }),
    );
  }).finally(end);
  const { name, documents, versions, omitted } = result;
  const lines = [
    ...omitted.map(({ path: place, reason }) => printable(`not restored: ${place}: ${reason}`)),
    `restored ${officePathText(path)} of ${new Date(snapshot.time).toISOString()} as "${name}" in ` +
      `${officePathText(into)}: ${countText(documents, 'document')}, ${countText(versions, 'version')}`,
  ];
  context.output.result({ snapshot: snapshot.name, ...result }, lines.join('\n'));
  if (omitted.length > 0)
    throw new CommandError(
      `not restored: ${countText(omitted.length, 'document or version', 'documents or versions')}`,
    );
}
