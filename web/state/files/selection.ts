import { computed, signal } from '@preact/signals';

/** Rows that a user works with in one list, by the ids of what they show: so they stay the same when the order changes. */
export class Selection {
  readonly #ids = signal<ReadonlySet<number>>(new Set());
  /** The row that the keyboard is on. */
  readonly active = signal<number | undefined>(undefined);
  /** Where a range begins that Shift extends. */
  #anchor: number | undefined;

  readonly ids = computed(() => this.#ids.value);
  readonly count = computed(() => this.#ids.value.size);

  has(id: number): boolean {
    return this.#ids.value.has(id);
  }

  /** Goes to a row, and selects it alone. */
  select(id: number): void {
    this.#ids.value = new Set([id]);
    this.goTo(id);
  }

  /** Goes to a row without selecting it. */
  goTo(id: number): void {
    this.active.value = id;
    this.#anchor = id;
  }

  toggle(id: number): void {
    const ids = new Set(this.#ids.value);
    if (!ids.delete(id)) ids.add(id);
    this.#ids.value = ids;
    this.goTo(id);
  }

  /** Selects all from where the range begins to a row. @param between the ids of the rows from one id to another */
  extendTo(id: number, between: (from: number, to: number) => readonly number[]): void {
    this.#anchor ??= this.active.value ?? id;
    this.#ids.value = new Set(between(this.#anchor, id));
    this.active.value = id;
  }

  selectAll(ids: Iterable<number>): void {
    this.#ids.value = new Set(ids);
  }

  clear(): void {
    if (this.#ids.value.size > 0) this.#ids.value = new Set();
  }

  /** Lets go of the rows that are not among those that there are. */
  keepOnly(ids: ReadonlySet<number>): void {
    const kept = [...this.#ids.value].filter((id) => ids.has(id));
    if (kept.length < this.#ids.value.size) this.#ids.value = new Set(kept);
  }

  /** What an action is about: the selection, or the row that it was called on if that is not selected. */
  subjectsOf(id: number | undefined): readonly number[] {
    if (id === undefined || this.has(id)) return [...this.#ids.value];
    return [id];
  }
}
