import type { Command } from 'commander';
import { printable } from '../../model/text/printable.ts';
import { type ImportResult, importTree } from '../../upkeep/transfer/transfer.ts';
import { type CommonFlags, contextOf, OPERATOR, subcommand, withOwnDatabase } from '../command.ts';
import { countText } from '../terminal/count-text.ts';
import { CommandError } from '../terminal/output.ts';
import { progressDisplay, sizeText } from '../terminal/progress-display.ts';
import { beginLongWork } from './long-work.ts';
import { officePathOf } from './office-path.ts';

interface ImportFlags extends CommonFlags {
  readonly as: string;
  readonly checksum?: boolean;
  readonly skipExisting?: boolean;
}

/** The command `dms import`. */
export function importCommand(): Command {
  return subcommand('import', 'read plain files and folders into a folder; also while dms serve is running')
    .argument('<dir>', 'the directory whose files and folders are read')
    .argument(
      '<folder>',
      'the target: /Office (a system folder) or anna:/Contracts (in the home of anna); created if missing',
    )
    .requiredOption('--as <login>', 'act as this user, with their permissions and quota')
    .option('--checksum', 'compare the contents of existing documents, not only size and time')
    .option('--skip-existing', 'skip existing documents instead of adding versions')
    .action(async (directory: string, folder: string, flags: ImportFlags) => {
      const path = officePathOf(folder);
      const context = await contextOf(flags);
      beginLongWork();
      const options = { checksum: flags.checksum === true, skipExisting: flags.skipExisting === true };
      const { report, end } = progressDisplay(context);
      const result = await withOwnDatabase(context, (office) => {
        const actor = office.dms.users.actingAs(OPERATOR, flags.as);
        return importTree(office, directory, path, { actor, options, report });
      }).finally(end);
      context.output.result(result, textOf(result, folder));
      const { length } = result.omitted;
      if (length > 0)
        throw new CommandError(`not imported: ${countText(length, 'file or folder', 'files or folders')}`);
    });
}

function textOf({ documents, bytes, created, versions, ...lists }: ImportResult, folder: string): string {
  const lines = [
    `imported ${countText(documents, 'file')} (${sizeText(bytes)}) into ${folder}: ` +
      `${countText(created, 'new document')}, ${countText(versions, 'new version')}; the rest already existed`,
    ...lists.ignored.map(({ path, reason }) => printable(`ignored: ${path}: ${reason}`)),
    ...lists.omitted.map(({ path, reason }) => printable(`not imported: ${path}: ${reason}`)),
  ];
  return lines.join('\n');
}
