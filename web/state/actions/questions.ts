import { computed, signal } from '@preact/signals';

/** A question with its id. */
interface Asked<T> {
  readonly id: number;
  readonly question: T;
}

let lastId = 0;

/** Queue of questions that arise while another may be open. The user is asked one at a time. */
export class Questions<T> {
  readonly #all = signal<readonly Asked<T>[]>([]);
  /** The current question; undefined if the queue is empty. */
  readonly now = computed(() => this.#all.value[0]);

  /** Adds a question to the end of the queue. */
  ask(question: T): void {
    this.#all.value = [...this.#all.value, { id: ++lastId, question }];
  }

  /** Removes an answered question. */
  end(id: number): void {
    this.#all.value = this.#all.value.filter((asked) => asked.id !== id);
  }
}
