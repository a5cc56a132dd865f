/** Progress of a long operation. */
export interface Progress {
  /** Current step, such as `storing contents`. */
  readonly step: string;
  readonly done: number;
  /** Undefined: not known yet. */
  readonly total: number | undefined;
  /** Unit of `done` and `total`: `bytes`, or a noun in the plural. */
  readonly unit: string;
}

/** Receives the progress of a long operation, at intervals of its choice. Must not throw. */
export type ReportProgress = (progress: Progress) => void;
