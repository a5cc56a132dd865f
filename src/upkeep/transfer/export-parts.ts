import type { ReportProgress } from '../../model/progress.ts';
import type { TreeReader } from '../../storage/tree-reader.ts';
import type { LocalFiles } from './local-files.ts';

/** How an export is made. */
export interface ExportOptions {
  /** Older versions as well, with titles and comments. */
  readonly versions: boolean;
  /** Compares the contents of files that are there already, not only their size and time. */
  readonly checksum: boolean;
  /** Replaces files that are there already and hold what dms does not know. */
  readonly overwrite: boolean;
}

/** What an export works with. */
export interface ExportParts {
  readonly reader: TreeReader;
  readonly files: LocalFiles;
  readonly options: ExportOptions;
  readonly report: ReportProgress;
}
