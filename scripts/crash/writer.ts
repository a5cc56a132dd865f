import { createHash, randomBytes } from 'node:crypto';
import { type Client, WrongAnswer } from './client.ts';
import { apply, EMPTY, isTaken, type Operation, type State } from './model.ts';
import type { Random } from './random.ts';

/** Documents that a writer's folder holds at most, so that reading them back stays short. */
const MOST_DOCUMENTS = 24;
/** Both sides of 64 KiB, from where on contents are files. */
const SIZES = [512, 4096, 65_536, 65_537, 300_000];
const LARGE = 2 * 1024 * 1024;

/** Does one thing after the other in a folder of his own, and knows what must be there. */
export class Writer {
  readonly #random: Random;
  #state: State = EMPTY;
  #doubtful: Operation | undefined;
  #names = 0;
  acknowledged = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Works until the service dies or `isOver`. @throws {WrongAnswer} */
  async work(client: Client, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const operation = this.#next();
      this.#doubtful = operation;
      try {
        await client.perform(operation);
      } catch (error) {
        if (error instanceof WrongAnswer) throw error;
        return;
      }
      this.#doubtful = undefined;
      this.#state = apply(this.#state, operation);
      this.acknowledged += 1;
    }
  }

  /** What may be there: all that was acknowledged, and what was under way either whole or not at all. */
  possible(): readonly State[] {
    return this.#doubtful ? [this.#state, apply(this.#state, this.#doubtful)] : [this.#state];
  }

  /** Goes on from what was found. */
  settle(state: State): void {
    this.#state = state;
    this.#doubtful = undefined;
  }

  #next(): Operation {
    const random = this.#random;
    const path = random.pick([...this.#state.documents.keys()]);
    if (path === undefined || random.below(4) === 0) return this.#fresh();
    const tops = [...this.#state.folders].filter((folder) => !folder.includes('/'));
    const folder = random.pick(tops);
    if (folder !== undefined && random.below(4) === 0) return this.#onTree(folder, tops);
    const deleted = random.below(8) === 0 ? this.#deleted() : undefined;
    if (deleted !== undefined) return { kind: random.below(3) === 0 ? 'purge' : 'restore', path: deleted };
    if (this.#state.documents.size > MOST_DOCUMENTS) return { kind: 'delete', path };
    return this.#onDocument(path);
  }

  /** Something that can go back to where it was. */
  #deleted(): string | undefined {
    const paths = this.#state.trash.map(({ path }) => path);
    return this.#random.pick(
      paths.filter(
        (path) =>
          !path.includes('/') &&
          !isTaken(this.#state, path) &&
          paths.indexOf(path) === paths.lastIndexOf(path),
      ),
    );
  }

  #onDocument(path: string): Operation {
    const other = this.#random.pick([...this.#state.documents.keys()]) ?? path;
    const target = other === path || this.#random.below(3) > 0 ? this.#name('m') : other;
    switch (this.#random.below(10)) {
      case 0:
        return { kind: 'move', path, to: target };
      case 1:
        return { kind: 'copy', path, to: target };
      case 2:
        return { kind: 'delete', path };
      case 3:
        return { kind: 'abort', path, content: this.#content(), chunked: this.#random.below(2) === 0 };
      case 4:
        return { kind: 'title', path, title: `title ${String((this.#names += 1))}` };
      case 5:
        return { kind: 'post', path, ...this.#hashed() };
      case 6:
        return { kind: 'chunked', path, ...this.#hashed() };
      default:
        return { kind: 'put', path, ...this.#hashed() };
    }
  }

  #onTree(path: string, tops: readonly string[]): Operation {
    if (this.#state.documents.size > MOST_DOCUMENTS) return { kind: 'delete', path };
    const other = this.#random.pick(tops) ?? path;
    const to = other === path || this.#random.below(3) > 0 ? this.#name('t') : other;
    switch (this.#random.below(4)) {
      case 0:
        return { kind: 'move', path, to };
      case 1:
        return { kind: 'copy', path, to };
      case 2:
        return { kind: 'delete', path };
      default:
        return { kind: 'mkcol', path: `${path}/${this.#name('s')}` };
    }
  }

  #fresh(): Operation {
    const folder = this.#random.pick(['', ...this.#state.folders]) ?? '';
    const within = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
    if (this.#random.below(5) === 0) return { kind: 'mkcol', path: this.#name('t') };
    if (this.#random.below(5) === 0) {
      return { kind: 'abort', path: within(this.#name('a')), content: this.#content(), chunked: true };
    }
    const kind = this.#random.pick(['put', 'put', 'chunked', 'post'] as const) ?? 'put';
    return { kind, path: within(this.#name('d')), ...this.#hashed() };
  }

  #name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${String(this.#names)}`;
  }

  #content(): Buffer {
    const isLarge = this.#random.below(30) === 0;
    return randomBytes(isLarge ? LARGE : (this.#random.pick(SIZES) ?? 1));
  }

  #hashed(): { content: Buffer; sha256: string } {
    const content = this.#content();
    return { content, sha256: createHash('sha256').update(content).digest('hex') };
  }
}
