import { computed, signal } from '@preact/signals';

/** A question, and what it is told apart from others by. */
interface Asked<T> {
  readonly id: number;
  readonly question: T;
}

let lastId = 0;

/** Questions that come by themselves, while another one may be open: the user is asked them one after the other. */
export class Questions<T> {
  readonly #all = signal<readonly Asked<T>[]>([]);
  /** What the user is asked now; undefined: nothing. */
  readonly now = computed(() => this.#all.value[0]);

  /** Asks as soon as all that came before are answered. */
  ask(question: T): void {
    this.#all.value = [...this.#all.value, { id: ++lastId, question }];
  }

  /** Takes a question away that is answered. */
  end(id: number): void {
    this.#all.value = this.#all.value.filter((asked) => asked.id !== id);
  }
}
