import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** An element of a list. */
export interface Slot {
  readonly number: number;
  /** The place in the list of the row that it shows. */
  readonly place: ReadonlySignal<number>;
}

interface KeyedSlot extends Slot {
  readonly place: Signal<number>;
  /** Of the row. */
  key: number;
}

/** The rows that are to be in the document. */
export interface NearRows {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The key of the row at a place. */
  readonly keyAt: (place: number) => number;
}

/**
 * The elements of a list. Each stays with its row while that is near the screen, wherever others move it, and shows another
 * row then: to change what an element shows costs the browser much less than to make one.
 */
export class Slots {
  readonly #heldSlot: () => number | undefined;
  #slots: readonly KeyedSlot[] = [];
  #made = 0;

  /** @param heldSlot the number of the one that the user works in: it shows no other row, and is not moved in the document */
  constructor(heldSlot: () => number | undefined) {
    this.#heldSlot = heldSlot;
  }

  /** In the order in which they stand in the document. */
  get all(): readonly Slot[] {
    return this.#slots;
  }

  /** They stand in the document as their rows stand in the list. */
  get areInOrder(): boolean {
    return this.#slots.every((slot, nth) => slot.place.peek() >= (this.#slots[nth - 1]?.place.peek() ?? 0));
  }

  /** Shows these rows. @returns true if there are other elements than before */
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

  /** Puts them in the order of their rows, unless the user works in one. */
  sort(): void {
    if (this.#heldSlot() !== undefined) return;
    this.#slots = this.#slots.toSorted((one, other) => one.place.peek() - other.place.peek());
  }
}

function placesByKey({ from, to, keyAt }: NearRows): Map<number, number> {
  const places = new Map<number, number>();
  for (let place = from; place < to; place++) {
    const key = keyAt(place);
    // While others change the list, a row may be in it twice until it is loaded again.
    places.set(places.has(key) ? waitingKey(place) : key, place);
  }
  return places;
}

/** The key of a row that is not loaded. Those of others are positive. */
export function waitingKey(place: number): number {
  return -1 - place;
}
