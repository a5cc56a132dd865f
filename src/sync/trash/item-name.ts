import type { TrashRecord } from '../../model/entries/entry.ts';

/** One deletion: the same entry that is deleted again is another one. */
export interface Item {
  /** Id of the deleted entry. */
  readonly id: number;
  /** Milliseconds UTC. */
  readonly deletedAt: number;
}

/** What precedes the suffix is for people. */
const NAME = /\.d(\d{1,15})-([1-9]\d{0,14})$/;

/** Name of a deletion in URLs: `plan.pdf.d1764510000123-4711`. */
export function itemName({ entry, deletedAt }: TrashRecord): string {
  return `${entry.name}.d${deletedAt}-${entry.id}`;
}

/** Undefined for a name that {@link itemName} does not make. */
export function itemOf(name: string): Item | undefined {
  const [, deletedAt, id] = NAME.exec(name) ?? [];
  return id === undefined ? undefined : { id: Number(id), deletedAt: Number(deletedAt) };
}
