import { isMoreBetter, type Row, type Target, type Unit } from './rows/row.ts';
import type { ServerName } from './servers/contender.ts';

/** The result of one row with one server. */
export type Outcome =
  | { readonly kind: 'figure'; readonly value: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** The comparison of a figure with its target. */
export interface Verdict {
  readonly target: string;
  /** Undefined if dms or the other server was not measured. */
  readonly met: boolean | undefined;
  /** The ratio or figure that is compared with the target. */
  readonly measured: number | undefined;
}

/** The results of a run. */
export class Results {
  readonly #outcomes = new Map<string, Outcome>();
  /** By server: the share of processor time, from 0 to 1, that other programs used during its measurement. */
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

  /** @returns the factor by which dms is better than another server */
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
    const other = of && `${titles.get(of.server) ?? of.server}${of.row === undefined ? '' : ` ${of.row}`}`;
    const text =
      other === undefined
        ? `${sign} ${formatFigure(target.factor, row.unit)} ${row.unit}`
        : `${sign} ${target.factor} × ${other}`;
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

/** Formats a figure with its significant digits: 2 below 1 ms, 3 below 100 ms, else whole numbers. */
export function formatFigure(value: number, unit: Unit): string {
  if (unit === 'ms' && value < 100) return value.toPrecision(value < 1 ? 2 : 3).replace(/\.?0+$/, '');
  return Math.round(value).toLocaleString('en');
}

/** Formats a ratio such as 3.1 or 0.27. */
export function formatRatio(ratio: number): string {
  return ratio >= 100 ? Math.round(ratio).toLocaleString('en') : ratio.toPrecision(2);
}
