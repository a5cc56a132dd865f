/** The time between two ends of the service. */
export interface Round {
  /** From now on an unexpected answer is no fault: the disk or the process is going. */
  isEnding: boolean;
  /** Nothing more is to be sent. */
  isOver: boolean;
}
