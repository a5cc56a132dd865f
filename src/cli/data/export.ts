import type { Command } from 'commander';
import { printable } from '../../model/text/printable.ts';
import { type ExportResult, exportTree } from '../../upkeep/transfer/transfer.ts';
import { type CommonFlags, contextOf, subcommand, withDatabase } from '../command.ts';
import { countText } from '../terminal/count-text.ts';
import { CommandError } from '../terminal/output.ts';
import { progressDisplay, sizeText } from '../terminal/progress-display.ts';
import { beginLongWork } from './long-work.ts';
import { officePathOf } from './office-path.ts';

interface ExportFlags extends CommonFlags {
  readonly versions?: boolean;
  readonly checksum?: boolean;
  readonly overwrite?: boolean;
}

/** The command `dms export`. */
export function exportCommand(): Command {
  return subcommand('export', 'write a folder to plain files and folders; also while dms serve is running')
    .argument(
      '<folder>',
      'what to export: /Office (a system folder), anna:/Contracts (in the home of anna), or / (everything)',
    )
    .argument('<dir>', 'the target directory; nothing in it is deleted')
    .option('--versions', 'also write older versions, titles and comments, into DIR/.dms-export/versions')
    .option('--checksum', 'compare the contents of existing files, not only size and time')
    .option('--overwrite', 'replace existing files also if their content is not in dms')
    .action(async (folder: string, directory: string, flags: ExportFlags) => {
      const path = officePathOf(folder);
      const context = await contextOf(flags);
      beginLongWork();
      const options = {
        versions: flags.versions === true,
        checksum: flags.checksum === true,
        overwrite: flags.overwrite === true,
      };
      const { report, end } = progressDisplay(context);
      const result = await withDatabase(context, (office) =>
        exportTree(office, path, directory, { options, report }),
      ).finally(end);
      context.output.result(result, textOf(result, directory));
      const { length } = result.omitted;
      if (length > 0) throw new CommandError(`not exported: ${countText(length, 'entry', 'entries')}`);
    });
}

function textOf({ documents, bytes, written, renamed, omitted }: ExportResult, directory: string): string {
  const lines = [
    `exported ${countText(documents, 'document')} (${sizeText(bytes)}) to ${directory}, ` +
      `${countText(written, 'file')} written`,
    ...renamed.map(({ path, name }) => printable(`renamed: ${path} is called ${name}`)),
    ...omitted.map(({ path, reason }) => printable(`not exported: ${path}: ${reason}`)),
  ];
  return lines.join('\n');
}
