import { computed, signal } from '@preact/signals';

/** The selected rows of a list, by id, so the selection survives a new sort order. */
export class Selection {
  readonly #ids = signal<ReadonlySet<number>>(new Set());
  /** The row with the keyboard focus. */
  readonly active = signal<number | undefined>(undefined);
  /** Start of the range that Shift extends. */
  #anchor: number | undefined;

  readonly ids = computed(() => this.#ids.value);
  readonly count = computed(() => this.#ids.value.size);

  has(id: number): boolean {
    return this.#ids.value.has(id);
  }

  /** Makes a row active and selects it alone. */
  select(id: number): void {
    this.#ids.value = new Set([id]);
    this.goTo(id);
  }

  /** Makes a row active without selecting it. */
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

  /** Selects the range from the anchor to a row. @param between returns the ids of the rows from one id to another */
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

  /** Deselects rows that no longer exist. */
  keepOnly(ids: ReadonlySet<number>): void {
    const kept = [...this.#ids.value].filter((id) => ids.has(id));
    if (kept.length < this.#ids.value.size) this.#ids.value = new Set(kept);
  }

  /** The rows that an action applies to: the selection, or only the given row if it is not selected. */
  subjectsOf(id: number | undefined): readonly number[] {
    if (id === undefined || this.has(id)) return [...this.#ids.value];
    return [id];
  }
}
