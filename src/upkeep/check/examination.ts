import { codeOf } from '../../model/errors/error-code.ts';
import type { ReportProgress } from '../../model/progress.ts';
import type { Database } from '../../storage/database/database.ts';
import type { Finding, Inspection, InspectionStep, Source } from '../../storage/inspection/inspection.ts';
import { FaultList, placesOf } from './fault-list.ts';
import type { Healer } from './healer.ts';

/** Maximum number of repaired faults that are described. */
const MAX_NAMED = 1000;
const TELL_EVERY_MS = 1000;
/** SQLite error codes of a database that is damaged or unreadable. The excluded codes have other causes. */
const DAMAGE = /^SQLITE_(?!BUSY|LOCKED|FULL|NOMEM|INTERRUPT)/;

interface Dependencies {
  readonly source: Source;
  readonly healer: Healer | undefined;
  /** Opens the database in which derived data is rebuilt; undefined: nothing is repaired. */
  readonly database: (() => Database) | undefined;
  readonly report: ReportProgress;
}

/** Result of one pass of an inspection. */
interface Pass {
  readonly faults: FaultList;
  /** Number of repaired faults; `faults` includes them. */
  readonly mends: number;
  /** False if SQLite could not read all data. */
  readonly isRead: boolean;
}

/** Runs inspections, repairs the faults found, and collects the remaining ones. */
export class Examination {
  readonly faults = new FaultList();
  /** One line per repaired fault. */
  readonly mended: string[] = [];
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Runs an inspection. Repeats it if something was repaired.
   * @param mayMend false: report only
   * @returns false if SQLite could not read the data
   */
  async examine(inspection: Inspection, { mayMend = true } = {}): Promise<boolean> {
    const first = await this.#pass(inspection, mayMend);
    const last = first.mends === 0 ? first : await this.#pass(inspection, false);
    this.faults.addAll(last.faults);
    return last.isRead;
  }

  async #pass(inspection: Inspection, mayMend: boolean): Promise<Pass> {
    const { report, source } = this.#deps;
    const step = `checking ${inspection.subject}`;
    const faults = new FaultList();
    let mends = 0;
    let isRead = true;
    let seconds = 0;
    // SQLite does not report the progress of its own checks, so the elapsed seconds are reported.
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

  /** @returns the number of repaired faults */
  async #mend(findings: readonly Finding[]): Promise<number> {
    const mendable = findings.filter(({ mend }) => mend !== undefined);
    const database = mendable.length === 0 ? undefined : this.#deps.database?.();
    if (!database) return 0;
    const mends = new Set(mendable.map(({ mend }) => mend));
    await database.transaction(() => {
      for (const mend of mends) mend?.(database);
    });
    for (const finding of mendable) await this.#note('mended', finding);
    return mendable.length;
  }

  /** @returns the findings that were not healed */
  async #heal(findings: readonly Finding[]): Promise<Finding[]> {
    const left: Finding[] = [];
    for (const finding of findings) {
      const isHealed = finding.content && (await this.#deps.healer?.heal(finding.content));
      if (isHealed) await this.#note('healed', finding);
      else left.push(finding);
    }
    return left;
  }

  async #note(how: 'mended' | 'healed', finding: Finding): Promise<void> {
    if (this.mended.length >= MAX_NAMED) return;
    const places = await placesOf(finding, this.#deps.source);
    this.mended.push(`${how}: ${places.join(', ')}, which ${finding.what}`);
  }
}

/** Converts an unreadable database to a finding. */
async function* readable(
  steps: AsyncGenerator<InspectionStep, void>,
  onUnreadable: () => void,
): AsyncGenerator<InspectionStep, void> {
  try {
    yield* steps;
  } catch (error) {
    const isDamage = DAMAGE.test(codeOf(error) ?? '');
    if (!(error instanceof Error) || !isDamage) throw error;
    onUnreadable();
    const what = `cannot be read (${error.message})`;
    yield { done: 1, total: 1, findings: [{ kind: 'database', what, place: 'dms.sqlite' }] };
  }
}
