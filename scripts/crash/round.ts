import { setTimeout as sleep } from 'node:timers/promises';
import { WrongAnswer } from './client.ts';
import type { Random } from './random.ts';

const LONGEST_ROUND_MS = 1200;
/** Upper bound of the changes that a round waits for, so that a slow machine tests as much as a fast one. */
const AWAITED_CHANGES = 120;
/** A service that refuses all changes acknowledges none. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Meaning of an unexpected response to a change. `fault`: the service is wrong. `refused`: the change was not made.
 * `unknown`: the change may or may not have been made, and the sender waits for the next round.
 */
export type Meaning = 'fault' | 'refused' | 'unknown';

/** A fault scenario for a service under load. */
export interface FaultScenario {
  /** Runs once the load has begun, and before a start that is to be interrupted. */
  begin?(): Promise<void>;
  /** Ends a round in the middle of changes. Without this method, the pending requests receive their responses. */
  end?(): Promise<void>;
  /** Runs once the service is running again and its data has been compared. */
  after?(): Promise<void>;
  /** Meaning of an unexpected response before the end. Default: `fault`. */
  meaning?(answer: WrongAnswer): Meaning;
}

/** The time between two stops of the service. */
export class Round {
  readonly #scenario: FaultScenario;
  /**
   * True while the disk or the process is going down: from now on, an unexpected response is no fault, and a success
   * promises nothing. After a real power cut, no client would receive that success. In this test, a sync that runs
   * concurrently with the shutdown can report success although the data is not durable (docs/build/safety.md §5).
   */
  isEnding = false;
  /** True: no further requests may be sent. */
  isOver = false;

  constructor(scenario: FaultScenario) {
    this.#scenario = scenario;
  }

  /** Meaning of a failed request. A service that does not respond has ended. */
  meaning(error: unknown): Meaning {
    if (!(error instanceof WrongAnswer) || this.isEnding) return 'unknown';
    return this.#scenario.meaning?.(error) ?? 'fault';
  }
}

/** Waits for a random time and a random number of changes. @param acknowledged how many there were so far */
export async function letWork(random: Random, acknowledged: () => number): Promise<void> {
  const awaited = acknowledged() + random.below(AWAITED_CHANGES);
  const deadline = Date.now() + LONGEST_WAIT_MS;
  do await sleep(20 + random.below(LONGEST_ROUND_MS));
  while (acknowledged() < awaited && Date.now() < deadline);
}
