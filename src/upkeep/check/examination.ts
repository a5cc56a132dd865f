import { codeOf } from '../../model/errors/error-code.ts';
import type { ReportProgress } from '../../model/progress.ts';
import type { Database } from '../../storage/database/database.ts';
import type { Finding, Inspection, Piece, Source } from '../../storage/inspection/inspection.ts';
import { FaultList, placesOf } from './fault-list.ts';
import type { Healer } from './healer.ts';

/** Texts about what was mended. Of more, nothing is told. */
const MOST_NAMED = 1000;
const TELL_EVERY_MS = 1000;
/** What SQLite says of a database that is damaged or cannot be read. The others have other causes. */
const DAMAGE = /^SQLITE_(?!BUSY|LOCKED|FULL|NOMEM|INTERRUPT)/;

/** What {@link Examination} works with. */
interface Parts {
  readonly source: Source;
  readonly healer: Healer | undefined;
  /** Where derived data is made anew; undefined: nothing is mended. */
  readonly database: (() => Database) | undefined;
  readonly report: ReportProgress;
}

/** What one look at a part of the data found. */
interface Pass {
  readonly faults: FaultList;
  /** How many were mended. They are among the faults. */
  readonly mends: number;
  /** False if SQLite could not read all of it. */
  readonly isRead: boolean;
}

/** Runs inspections, mends what they find, and collects what is left. */
export class Examination {
  readonly faults = new FaultList();
  /** What was mended. */
  readonly mended: string[] = [];
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Looks at a part of the data. If something was mended there, it looks again.
   * @param mayMend false: finds only
   * @returns false if SQLite could not read it
   */
  async examine(inspection: Inspection, { mayMend = true } = {}): Promise<boolean> {
    const first = await this.#pass(inspection, mayMend);
    const last = first.mends === 0 ? first : await this.#pass(inspection, false);
    this.faults.addAll(last.faults);
    return last.isRead;
  }

  async #pass(inspection: Inspection, mayMend: boolean): Promise<Pass> {
    const { report, source } = this.#parts;
    const step = `checking ${inspection.subject}`;
    const faults = new FaultList();
    let mends = 0;
    let isRead = true;
    let seconds = 0;
    // SQLite does not say how far its own checks are.
    const timer = setInterval(() => {
      seconds += 1;
      report({ step, done: seconds, total: undefined, unit: 'seconds' });
    }, TELL_EVERY_MS);
    try {
      for await (const { done, total, findings } of readable(
        inspection.find(source),
        () => (isRead = false),
      )) {
        if (done > 0) clearInterval(timer);
        report({ step, done, total, unit: inspection.unit });
        if (mayMend) mends += await this.#mend(findings);
        for (const finding of await this.#heal(findings)) await faults.add(finding, source);
      }
    } finally {
      clearInterval(timer);
    }
    return { faults, mends, isRead };
  }

  /** @returns how many were mended */
  async #mend(findings: readonly Finding[]): Promise<number> {
    const mendable = findings.filter(({ mend }) => mend !== undefined);
    const database = mendable.length === 0 ? undefined : this.#parts.database?.();
    if (!database) return 0;
    const mends = new Set(mendable.map(({ mend }) => mend));
    await database.transaction(() => {
      for (const mend of mends) mend?.(database);
    });
    for (const finding of mendable) await this.#note('mended', finding);
    return mendable.length;
  }

  /** @returns those that are left */
  async #heal(findings: readonly Finding[]): Promise<Finding[]> {
    const left: Finding[] = [];
    for (const finding of findings) {
      const isHealed = finding.content && (await this.#parts.healer?.heal(finding.content));
      if (isHealed) await this.#note('healed', finding);
      else left.push(finding);
    }
    return left;
  }

  async #note(how: 'mended' | 'healed', finding: Finding): Promise<void> {
    if (this.mended.length >= MOST_NAMED) return;
    const places = await placesOf(finding, this.#parts.source);
    this.mended.push(`${how}: ${places.join(', ')}, which ${finding.what}`);
  }
}

/** Where the database cannot be read, that is what was found. */
async function* readable(
  pieces: AsyncGenerator<Piece, void>,
  onUnreadable: () => void,
): AsyncGenerator<Piece, void> {
  try {
    yield* pieces;
  } catch (error) {
    const isDamage = DAMAGE.test(codeOf(error) ?? '');
    if (!(error instanceof Error) || !isDamage) throw error;
    onUnreadable();
    const what = `cannot be read (${error.message})`;
    yield { done: 1, total: 1, findings: [{ kind: 'database', what, place: 'dms.sqlite' }] };
  }
}
