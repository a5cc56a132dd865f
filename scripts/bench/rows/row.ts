import type { ServerName } from '../servers/contender.ts';
import type { Session } from '../session.ts';

/** Unit of a figure. Higher is better for requests and MiB per second; lower is better for the others. */
export type Unit = '/s' | 'MiB/s' | 'ms' | 'MiB';

/** A target for dms (docs/build/performance.md): a ratio to another server in the same run, or an absolute figure. */
export interface Target {
  readonly bound: 'at least' | 'at most';
  readonly factor: number;
  /**
   * The server to compare with; without `row`, its figure in the same row. Undefined if `factor` is an absolute figure.
   */
  readonly of?: { readonly server: ServerName; readonly row?: string };
}

/** A row of the table. */
export interface Row {
  /** Name on the command line and in the results. */
  readonly name: string;
  readonly title: string;
  readonly unit: Unit;
  /** Calibration rows are measured only with the bare server, other rows with all servers except the bare one. */
  readonly calibration?: true;
  readonly targets: readonly Target[];
  /**
   * @returns the figure; undefined if this machine cannot measure it
   * @throws {WrongAnswer} if the server sends a wrong response
   */
  measure(session: Session): Promise<number | undefined>;
}

/** True if a higher figure is better. */
export function isMoreBetter(unit: Unit): boolean {
  return unit.endsWith('/s');
}

/** Target: at least `factor` times the figure of another server. */
export function atLeast(factor: number, server: ServerName, row?: string): Target {
  return { bound: 'at least', factor, of: { server, ...(row === undefined ? {} : { row }) } };
}

/** Target: at most `factor` times the figure of another server. */
export function atMost(factor: number, server: ServerName): Target {
  return { bound: 'at most', factor, of: { server } };
}

/** Target: at most this figure. */
export function noMoreThan(figure: number): Target {
  return { bound: 'at most', factor: figure };
}
