import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** A row element that is reused for different rows. */
export interface Slot {
  readonly number: number;
  /** Index of the row that the slot shows. */
  readonly place: ReadonlySignal<number>;
}

interface KeyedSlot extends Slot {
  readonly place: Signal<number>;
  /** Key of the row. */
  key: number;
}

/** The rows that must be in the DOM. */
export interface NearRows {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The key of the row at an index. */
  readonly keyAt: (place: number) => number;
}

/**
 * Pool of row elements. A slot stays with its row while the row is near the viewport, even if the row moves in the
 * list. Afterwards it shows another row, because updating an element is much cheaper than creating one.
 */
export class Slots {
  readonly #heldSlot: () => number | undefined;
  #slots: readonly KeyedSlot[] = [];
  #made = 0;

  /** @param heldSlot number of the slot that the user works in; that slot keeps its row and its position in the DOM */
  constructor(heldSlot: () => number | undefined) {
    this.#heldSlot = heldSlot;
  }

  /** The slots in DOM order. */
  get all(): readonly Slot[] {
    return this.#slots;
  }

  /** True if the DOM order equals the order of the rows. */
  get areInOrder(): boolean {
    return this.#slots.every((slot, nth) => slot.place.peek() >= (this.#slots[nth - 1]?.place.peek() ?? 0));
  }

  /** Assigns slots to these rows. @returns true if slots were added or removed */
  show(near: NearRows): boolean {
    const places = placesByKey(near);
    const before = this.#slots;
    const shown = new Set(before.map(({ key }) => key));
    const held = this.#heldSlot();
    const free = before.filter(({ key, number }) => !places.has(key) && number !== held);
    const added: KeyedSlot[] = [];
    for (const key of places.keys()) {
      if (shown.has(key)) continue;
      const slot = free.pop();
      if (slot === undefined) added.push({ number: this.#made++, key, place: signal(0) });
      else slot.key = key;
    }
    const kept = before.filter(({ key }) => places.has(key));
    this.#slots = [...kept, ...added];
    batch(() => {
      for (const slot of this.#slots) slot.place.value = places.get(slot.key) ?? 0;
    });
    return added.length > 0 || kept.length < before.length;
  }

  /** Sorts the slots by row, unless the user works in one. */
  sort(): void {
    if (this.#heldSlot() !== undefined) return;
    this.#slots = this.#slots.toSorted((one, other) => one.place.peek() - other.place.peek());
  }
}

function placesByKey({ from, to, keyAt }: NearRows): Map<number, number> {
  const places = new Map<number, number>();
  for (let place = from; place < to; place++) {
    const key = keyAt(place);
    // A row may appear twice after changes by other users, until the list has been reloaded.
    places.set(places.has(key) ? waitingKey(place) : key, place);
  }
  return places;
}

/** The key of a row that is not loaded. Negative, because ids are positive. */
export function waitingKey(place: number): number {
  return -1 - place;
}
