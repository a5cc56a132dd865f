/** How far long work is. */
export interface Progress {
  /** What is being done, such as `storing contents`. */
  readonly step: string;
  readonly done: number;
  /** Undefined: it is not known yet. */
  readonly total: number | undefined;
  /** What is counted: `bytes`, or a noun in the plural. */
  readonly unit: string;
}

/** Is told now and then how far long work is, as often as the work likes. Must not throw. */
export type ReportProgress = (progress: Progress) => void;
