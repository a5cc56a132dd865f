import { align } from '../bench/table.ts';
import type { Outcome } from './office.ts';

const STATES = ['ready', 'none', 'failed', 'pending'] as const;
type State = (typeof STATES)[number];
type Counts = Record<State, number>;

interface Row {
  count: number;
  readonly text: Counts;
  readonly thumbnail: Counts;
}

/** Counts text and thumbnail results by kind of content, and the reasons for failures. */
export class Tally {
  readonly #rows = new Map<string, Row>();
  readonly #reasons = new Map<string, number>();

  add(kind: string, outcome: Outcome): void {
    const row = this.#rows.get(kind) ?? { count: 0, text: none(), thumbnail: none() };
    this.#rows.set(kind, row);
    row.count += 1;
    row.text[outcome.text] += 1;
    row.thumbnail[outcome.thumbnail] += 1;
    this.#note(kind, 'text', outcome.text_reason);
    this.#note(kind, 'thumbnail', outcome.thumbnail_reason);
  }

  /** Number of texts and thumbnails that are still pending. */
  get pending(): number {
    return [...this.#rows.values()].reduce((sum, row) => sum + row.text.pending + row.thumbnail.pending, 0);
  }

  /** The counts for programs, as JSON. */
  toJSON(): object {
    return { kinds: Object.fromEntries(this.#rows), reasons: Object.fromEntries(this.#sorted()) };
  }

  /** The counts for people, as a table. */
  asTable(): string {
    const rows = [...this.#rows].sort(([, one], [, other]) => other.count - one.count);
    const table = align([
      ['kind', 'count', ...titles('text'), ...titles('picture'), ''],
      ...rows.map(([kind, { count, text, thumbnail }]) => [
        kind,
        String(count),
        ...figures(text),
        ...figures(thumbnail),
        '',
      ]),
    ]);
    const reasons = this.#sorted().map(([reason, count]) => `${String(count).padStart(6)} × ${reason}`);
    return [table, '', ...reasons].join('\n');
  }

  #note(kind: string, part: string, reason: string | null): void {
    if (reason === null) return;
    const line = `${kind}, ${part}: ${reason}`;
    this.#reasons.set(line, (this.#reasons.get(line) ?? 0) + 1);
  }

  #sorted(): [string, number][] {
    return [...this.#reasons].sort(([, one], [, other]) => other - one);
  }
}

function none(): Counts {
  return { ready: 0, none: 0, failed: 0, pending: 0 };
}

function titles(part: string): string[] {
  return STATES.slice(0, 3).map((state) => `${part} ${state}`);
}

function figures(counts: Counts): string[] {
  return STATES.slice(0, 3).map((state) => String(counts[state]));
}
