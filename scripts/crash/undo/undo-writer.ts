import { WrongAnswer } from '../client.ts';
import type { State } from '../model.ts';
import { type Change, MAX_DOCUMENTS, single, Writer } from '../writer.ts';
import { pathIn } from './paths.ts';
import { ReversibleChanges, type Undoable } from './reversible-changes.ts';

/**
 * Changes its folder and undoes its changes as the page does it, latest first, also after a crash of the service. In
 * between, overwrites some changes, so that their undo must be refused.
 */
export class UndoWriter extends Writer {
  #undoable: readonly Undoable[] = [];
  /** The change whose undo must be refused. */
  #spoiled: Undoable | undefined;

  /** Numbers of undos that were done, and that were rightly refused. */
  readonly undos = { done: 0, refused: 0 };

  /** After a change with an unknown outcome, the page is reloaded if the change took effect. */
  override continueFrom(state: State): void {
    if (state !== this.state) this.#forget();
    super.continueFrom(state);
  }

  #forget(): void {
    this.#undoable = [];
    this.#spoiled = undefined;
  }

  protected override next(): Change {
    const { random } = this;
    const latest = this.#undoable.at(-1);
    if (this.#spoiled) return this.#refused(this.#spoiled);
    if (latest && random.below(5) < 2)
      return {
        ...latest,
        onAcknowledged: () => {
          this.#undoable = this.#undoable.slice(0, -1);
          this.undos.done += 1;
        },
      };
    if (latest?.spoiled && random.below(3) === 0)
      return {
        ...single(latest.spoiled.by),
        onAcknowledged: () => {
          this.#undoable = [];
          this.#spoiled = latest;
        },
      };
    const changes = this.#changes();
    const isFinal = this.state.documents.size > MAX_DOCUMENTS || random.below(6) === 0;
    const made = isFinal ? undefined : changes.pick();
    if (!made) return { ...this.#final(changes.onceDeleted()), onAcknowledged: () => this.#forget() };
    return { ...made.change, onAcknowledged: () => (this.#undoable = [...this.#undoable, made.undo]) };
  }

  #changes(): ReversibleChanges {
    const { random, state } = this;
    return new ReversibleChanges({
      state,
      random,
      name: (prefix) => this.name(prefix),
      hashed: () => this.hashed(),
    });
  }

  /** An undo that the service must refuse. */
  #refused({ send, spoiled }: Undoable): Change {
    const refusal = spoiled?.refusal ?? '';
    return {
      effects: [],
      send: async (client) => {
        try {
          await send(client);
        } catch (error) {
          if (error instanceof WrongAnswer && error.message.includes(refusal)) return;
          throw error;
        }
        throw new WrongAnswer(`an undo was not refused with ${refusal}`);
      },
      onAcknowledged: () => {
        this.#forget();
        this.undos.refused += 1;
      },
    };
  }

  /** A change without undo. @param deleted a path that can be purged from the trash */
  #final(deleted: string | undefined): Change {
    const { random, state } = this;
    const path = random.pick([...state.documents.keys()]);
    if (path !== undefined && state.documents.size > MAX_DOCUMENTS) return single({ kind: 'delete', path });
    if (deleted !== undefined && random.below(4) === 0) return single({ kind: 'purge', path: deleted });
    const isNew = path === undefined || random.below(2) === 0;
    const folder = random.pick(['', ...state.folders]) ?? '';
    return single({
      kind: random.pick(['put', 'post'] as const) ?? 'put',
      path: isNew ? pathIn(folder, this.name('d')) : path,
      ...this.hashed(),
    });
  }
}
