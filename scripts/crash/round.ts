/** The time between two ends of the service. */
export interface Round {
  /**
   * The disk or the process is going: from now on an unexpected answer is no fault, and one of success promises nothing.
   * After a real power cut nobody hears it. Here an fdatasync that the shutdown of xfs overtakes can report success
   * without being so (docs/safety.md §5).
   */
  isEnding: boolean;
  /** Nothing more is to be sent. */
  isOver: boolean;
}
