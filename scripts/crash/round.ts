import { WrongAnswer } from './client.ts';

/**
 * What an unexpected answer to a change means. `fault`: the service is wrong. `refused`: the change is not made.
 * `unknown`: it is made or not, and whoever sent it waits for the next round.
 */
export type Meaning = 'fault' | 'refused' | 'unknown';

/** What a service under load goes through. */
export interface Ordeal {
  /** Runs once the load has begun, and before a start that is to be ended. */
  begin?(): Promise<void>;
  /** Ends a round, in the midst of changes. Without it those under way get their answers. */
  end?(): Promise<void>;
  /** Runs when the service runs again, and its data were compared. */
  after?(): Promise<void>;
  /** What an unexpected answer before the end means; a fault when left out. */
  meaning?(answer: WrongAnswer): Meaning;
}

/** The time between two ends of the service. */
export class Round {
  readonly #ordeal: Ordeal;
  /**
   * The disk or the process is going: from now on an unexpected answer is no fault, and one of success promises nothing.
   * After a real power cut nobody hears it. Here an fdatasync that the shutdown of xfs overtakes can report success
   * without being so (docs/build/safety.md §5).
   */
  isEnding = false;
  /** Nothing more is to be sent. */
  isOver = false;

  constructor(ordeal: Ordeal) {
    this.#ordeal = ordeal;
  }

  /** What the error of a request means. A service that does not answer has ended. */
  meaning(error: unknown): Meaning {
    if (!(error instanceof WrongAnswer) || this.isEnding) return 'unknown';
    return this.#ordeal.meaning?.(error) ?? 'fault';
  }
}
