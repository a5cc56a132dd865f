import { type FaultKind, type Finding, placeOf, type Source } from '../../storage/inspection/inspection.ts';

/** Maximum number of faults described per kind. Further ones are only counted. */
const MAX_NAMED = 1000;

/** How to repair a fault: `dms check --repair`, `--heal-from`, or only by restoring a backup. */
export type Remedy = 'repair' | 'heal' | 'restore';

/** A fault, for users and programs. */
export interface Fault {
  readonly kind: FaultKind;
  /** Predicate of a sentence whose subject is `where`. */
  readonly what: string;
  /** At least one location: paths of entries (with the version, if the fault concerns one), users, tables or files. */
  readonly where: readonly string[];
  readonly remedy: Remedy;
}

/** Collects faults in bounded memory. */
export class FaultList {
  readonly #counts = new Map<FaultKind, number>();
  readonly #named: Fault[] = [];

  /** Number of all faults. */
  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The first 1,000 faults of each kind. */
  get named(): readonly Fault[] {
    return this.#named;
  }

  /** @param source resolves the paths of entries */
  async add(finding: Finding, source: Source): Promise<void> {
    const count = (this.#counts.get(finding.kind) ?? 0) + 1;
    this.#counts.set(finding.kind, count);
    if (count <= MAX_NAMED) this.#named.push(await faultFrom(finding, source));
  }

  addAll(other: FaultList): void {
    for (const [kind, count] of other.#counts) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
    this.#named.push(...other.#named);
  }
}

/** Locations of a finding. */
export async function placesOf({ entries = [], place }: Finding, source: Source): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of entries)
    paths.push(await placeOf(source, entry).catch(() => `entry ${String(entry.id)}`));
  return place === undefined ? paths : [place, ...paths];
}

async function faultFrom(finding: Finding, source: Source): Promise<Fault> {
  const { kind, what, mend, content } = finding;
  const remedy = mend ? 'repair' : content ? 'heal' : 'restore';
  return { kind, what, where: await placesOf(finding, source), remedy };
}
