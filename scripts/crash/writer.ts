import { createHash, randomBytes } from 'node:crypto';
import type { Client } from './client.ts';
import { EMPTY, isTaken, type Operation, type State, statesDuring } from './model.ts';
import type { Random } from './random.ts';
import type { Round } from './round.ts';

/** Maximum number of documents in a writer's folder. More would make reading them back slow. */
export const MAX_DOCUMENTS = 24;
/** Bytes. Contents over 64 KiB (65,536) are stored in files, smaller ones in rows of the database. */
const SIZES = [512, 4096, 65_536, 65_537, 300_000];
const LARGE = 2 * 1024 * 1024;

/** A request, or several in turn, and its effects in the order in which they become visible. */
export interface Change {
  readonly effects: readonly Operation[];
  /** Resolves when the service has acknowledged all effects. */
  readonly send: (client: Client) => Promise<void>;
  /** Runs once the acknowledgement counts. */
  readonly onAcknowledged?: () => void;
}

/** A change with one effect. */
export function single(operation: Operation): Change {
  return { effects: [operation], send: (client) => client.perform(operation) };
}

/** Sends random operations, one at a time, into its own folder, and tracks the expected state of the folder. */
export class Writer {
  protected readonly random: Random;
  #state: State = EMPTY;
  #unanswered: readonly Operation[] = [];
  #nameCount = 0;
  readonly #records = new Set<State[]>();
  acknowledged = 0;
  refused = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /**
   * Sends operations until the service dies or the round is over. @throws {WrongAnswer} for a response that is a fault
   */
  async work(client: Client, round: Round): Promise<void> {
    while (!round.isOver) {
      const { effects, send, onAcknowledged } = this.next();
      this.#unanswered = effects;
      try {
        await send(client);
      } catch (error) {
        const meaning = round.meaning(error);
        if (meaning === 'fault') throw error;
        if (meaning === 'unknown') return;
        this.#unanswered = [];
        this.refused += 1;
        continue;
      }
      if (round.isEnding) return;
      this.#set(this.possible().at(-1) ?? this.#state);
      onAcknowledged?.();
      this.acknowledged += 1;
    }
  }

  /** The valid states after a crash: all acknowledged changes, and the first effects of the unacknowledged change. */
  possible(): readonly State[] {
    return statesDuring(this.#state, this.#unanswered);
  }

  /** Records the states that are possible from now on. @returns ends the record */
  record(): () => readonly State[] {
    const states: State[] = [];
    this.#records.add(states);
    return () => {
      this.#records.delete(states);
      return [...states, ...this.possible()];
    };
  }

  /** The expected state. */
  protected get state(): State {
    return this.#state;
  }

  /** Sets the expected state after a crash. */
  continueFrom(state: State): void {
    this.#set(state);
  }

  #set(state: State): void {
    for (const states of this.#records) states.push(...this.possible());
    this.#state = state;
    this.#unanswered = [];
  }

  /** The next change. */
  protected next(): Change {
    return single(this.#next());
  }

  #next(): Operation {
    const random = this.random;
    const path = random.pick([...this.#state.documents.keys()]);
    if (path === undefined || random.below(4) === 0) return this.#creation();
    const topFolders = [...this.#state.folders].filter((folder) => !folder.includes('/'));
    const folder = random.pick(topFolders);
    if (folder !== undefined && random.below(4) === 0) return this.#onFolder(folder, topFolders);
    const deleted = random.below(8) === 0 ? this.#restorable() : undefined;
    if (deleted !== undefined) return { kind: random.below(3) === 0 ? 'purge' : 'restore', path: deleted };
    if (this.#state.documents.size > MAX_DOCUMENTS) return { kind: 'delete', path };
    return this.#onDocument(path);
  }

  /**
   * A path in the trash that can be restored: it is not in a subfolder, which may no longer exist; it is free; and only
   * one entry was deleted from it.
   */
  #restorable(): string | undefined {
    const paths = this.#state.trash.map(({ path }) => path);
    return this.random.pick(
      paths.filter(
        (path) =>
          !path.includes('/') &&
          !isTaken(this.#state, path) &&
          paths.indexOf(path) === paths.lastIndexOf(path),
      ),
    );
  }

  #onDocument(path: string): Operation {
    const other = this.random.pick([...this.#state.documents.keys()]) ?? path;
    const target = other === path || this.random.below(3) > 0 ? this.name('m') : other;
    switch (this.random.below(10)) {
      case 0:
        return { kind: 'move', path, to: target };
      case 1:
        return { kind: 'copy', path, to: target };
      case 2:
        return { kind: 'delete', path };
      case 3:
        return { kind: 'abort', path, content: this.#content(), chunked: this.random.below(2) === 0 };
      case 4:
        return { kind: 'title', path, title: `title ${String((this.#nameCount += 1))}` };
      case 5:
        return { kind: 'post', path, ...this.hashed() };
      case 6:
        return { kind: 'chunked', path, ...this.hashed() };
      default:
        return { kind: 'put', path, ...this.hashed() };
    }
  }

  #onFolder(path: string, topFolders: readonly string[]): Operation {
    if (this.#state.documents.size > MAX_DOCUMENTS) return { kind: 'delete', path };
    const other = this.random.pick(topFolders) ?? path;
    const to = other === path || this.random.below(3) > 0 ? this.name('t') : other;
    switch (this.random.below(4)) {
      case 0:
        return { kind: 'move', path, to };
      case 1:
        return { kind: 'copy', path, to };
      case 2:
        return { kind: 'delete', path };
      default:
        return { kind: 'mkcol', path: `${path}/${this.name('s')}` };
    }
  }

  #creation(): Operation {
    const folder = this.random.pick(['', ...this.#state.folders]) ?? '';
    const inFolder = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
    if (this.random.below(5) === 0) return { kind: 'mkcol', path: this.name('t') };
    if (this.random.below(5) === 0) {
      return { kind: 'abort', path: inFolder(this.name('a')), content: this.#content(), chunked: true };
    }
    const kind = this.random.pick(['put', 'put', 'chunked', 'post'] as const) ?? 'put';
    return { kind, path: inFolder(this.name('d')), ...this.hashed() };
  }

  /** A name that no entry of this folder has had. */
  protected name(prefix: string): string {
    this.#nameCount += 1;
    return `${prefix}${String(this.#nameCount)}`;
  }

  #content(): Buffer {
    const isLarge = this.random.below(30) === 0;
    return randomBytes(isLarge ? LARGE : (this.random.pick(SIZES) ?? 1));
  }

  /** A random content. */
  protected hashed(): { content: Buffer; sha256: string } {
    const content = this.#content();
    return { content, sha256: createHash('sha256').update(content).digest('hex') };
  }
}
