import type { ServerName } from './contender.ts';
import { isMoreBetter, type Row, type Target, type Unit } from './row.ts';

/** What came out for one row with one server. */
export type Outcome =
  | { readonly kind: 'figure'; readonly value: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** Whether a target is met. */
export interface Verdict {
  readonly target: string;
  /** Undefined when the other server was not measured. */
  readonly met: boolean | undefined;
  /** What is compared with the target: a ratio or a figure. */
  readonly measured: number | undefined;
}

/** All outcomes of a run. */
export class Results {
  readonly #outcomes = new Map<string, Outcome>();
  /** The share of the processors, from 0 to 1, that went to other programs while a server was measured. */
  readonly others = new Map<ServerName, number>();

  set(row: string, server: ServerName, outcome: Outcome): void {
    this.#outcomes.set(`${row} ${server}`, outcome);
  }

  get(row: string, server: ServerName): Outcome | undefined {
    return this.#outcomes.get(`${row} ${server}`);
  }

  figure(row: string, server: ServerName): number | undefined {
    const outcome = this.get(row, server);
    return outcome?.kind === 'figure' ? outcome.value : undefined;
  }

  /** How many times better dms is than another server. */
  ratio(row: Row, server: ServerName): number | undefined {
    const ours = this.figure(row.name, 'dms');
    const theirs = this.figure(row.name, server);
    if (ours === undefined || theirs === undefined) return undefined;
    return isMoreBetter(row.unit) ? ours / theirs : theirs / ours;
  }

  verdicts(row: Row, titles: ReadonlyMap<ServerName, string>): Verdict[] {
    return row.targets.map((target) => this.#verdict(row, target, titles));
  }

  #verdict(row: Row, target: Target, titles: ReadonlyMap<ServerName, string>): Verdict {
    const sign = target.bound === 'at least' ? '≥' : '≤';
    const { of } = target;
    const text =
      of === undefined
        ? `${sign} ${formatFigure(target.factor, row.unit)} ${row.unit}`
        : `${sign} ${target.factor} × ${titles.get(of.server) ?? of.server}${of.row === undefined ? '' : ` ${of.row}`}`;
    const measured = this.#measured(row, of);
    if (measured === undefined) return { target: text, met: undefined, measured };
    const met = target.bound === 'at least' ? measured >= target.factor : measured <= target.factor;
    return { target: text, met, measured };
  }

  #measured(row: Row, of: Target['of']): number | undefined {
    const ours = this.figure(row.name, 'dms');
    if (of === undefined || ours === undefined) return ours;
    const theirs = this.figure(of.row ?? row.name, of.server);
    return theirs === undefined ? undefined : ours / theirs;
  }
}

/** With as many digits as say something. */
export function formatFigure(value: number, unit: Unit): string {
  if (unit === 'ms' && value < 100) return value.toPrecision(value < 1 ? 2 : 3).replace(/\.?0+$/, '');
  return Math.round(value).toLocaleString('en');
}

/** A ratio such as 3.1 or 0.27. */
export function formatRatio(ratio: number): string {
  return ratio >= 100 ? Math.round(ratio).toLocaleString('en') : ratio.toPrecision(2);
}
