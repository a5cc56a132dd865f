import type { ServerName } from './contender.ts';
import type { Session } from './session.ts';

/** What figures count; of requests and bytes a second more is better, of the rest less. */
export type Unit = '/s' | 'MiB/s' | 'ms' | 'MiB';

/** What dms must reach (TARGETS.md), against a server in the same run or by itself. */
export interface Target {
  readonly bound: 'at least' | 'at most';
  readonly factor: number;
  /** Undefined when `factor` is the figure itself. */
  readonly of?: { readonly server: ServerName; readonly row?: string };
}

/** One line of the table. */
export interface Row {
  /** On the command line and in the results. */
  readonly name: string;
  readonly title: string;
  readonly unit: Unit;
  /** A calibration row is measured with the bare server only, all others with all but that. */
  readonly calibration?: true;
  readonly targets: readonly Target[];
  /** @throws {WrongAnswer}; undefined when it cannot be measured here */
  measure(session: Session): Promise<number | undefined>;
}

export function isMoreBetter(unit: Unit): boolean {
  return unit.endsWith('/s');
}

/** At least so many times as much as another server. */
export function atLeast(factor: number, server: ServerName, row?: string): Target {
  return { bound: 'at least', factor, of: { server, ...(row === undefined ? {} : { row }) } };
}

/** At most so many times as much as another server. */
export function atMost(factor: number, server: ServerName): Target {
  return { bound: 'at most', factor, of: { server } };
}

/** At most this figure. */
export function noMoreThan(figure: number): Target {
  return { bound: 'at most', factor: figure };
}
