import type { ReportProgress } from '../../model/progress.ts';
import type { TreeReader } from '../../storage/tree-reader.ts';
import type { LocalFiles } from './local-files.ts';

/** Options of an export. */
export interface ExportOptions {
  /** Also exports older versions, titles and comments. */
  readonly versions: boolean;
  /** Compares the contents of existing files, not only their size and time. */
  readonly checksum: boolean;
  /** Replaces existing files whose content is not in dms. */
  readonly overwrite: boolean;
}

/** Dependencies and options of an export. */
export interface ExportDependencies {
  readonly reader: TreeReader;
  readonly files: LocalFiles;
  readonly options: ExportOptions;
  readonly report: ReportProgress;
}
