import { type FaultKind, type Finding, placeOf, type Source } from '../../storage/inspection/inspection.ts';

/** Faults of one kind that are named. Of more, only the number is told. */
const MOST_NAMED = 1000;

/**
 * What mends a fault: `dms check --repair`, `--heal-from`, or only to restore a backup, as nothing else has what is
 * missing.
 */
export type Remedy = 'repair' | 'heal' | 'restore';

/** Something that is wrong, for people and programs. */
export interface Fault {
  readonly kind: FaultKind;
  /** What is wrong, in words that follow `where`. */
  readonly what: string;
  /** Entries by their paths, with the version if it is about one; users, tables, files. At least one. */
  readonly where: readonly string[];
  readonly remedy: Remedy;
}

/** Collects faults. However many there are, it stays small. */
export class FaultList {
  readonly #counts = new Map<FaultKind, number>();
  readonly #named: Fault[] = [];

  /** How many there are. */
  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The first 1,000 of each kind. */
  get named(): readonly Fault[] {
    return this.#named;
  }

  /** @param source finds the paths of entries */
  async add(finding: Finding, source: Source): Promise<void> {
    const count = (this.#counts.get(finding.kind) ?? 0) + 1;
    this.#counts.set(finding.kind, count);
    if (count <= MOST_NAMED) this.#named.push(await faultFrom(finding, source));
  }

  /** Adds what another list has. */
  addAll(other: FaultList): void {
    for (const [kind, count] of other.#counts) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
    this.#named.push(...other.#named);
  }
}

/** Where a finding is. */
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
