import type { Item } from '../client.ts';
import { isTaken, isWithin, type Operation, type State } from '../model.ts';
import type { Random } from '../random.ts';
import type { Change } from '../writer.ts';
import { batch, type Done, idsOf, itemsAt, makeFolder, rename, restoreVersion } from './page-requests.ts';
import { folderOf, movedBack, nameOf, pathIn, pathsIn, type Relocation, relocations } from './paths.ts';

/** Maximum number of entries in a batch. */
const MAX_BATCH = 3;

/** How the page undoes a change (`web/state/actions`). */
export interface Undoable extends Omit<Change, 'onAcknowledged'> {
  /** A later change that the undo must leave as it is, and a part of the refusal. */
  readonly spoiled?: { readonly by: Operation; readonly refusal: string } | undefined;
}

/** A change, and its undo. Both have the same paths in mind, so the undo is right only if nothing else changes. */
export interface Reversible {
  readonly change: Change;
  readonly undo: Undoable;
}

/** What changes are made of. */
interface Source {
  readonly state: State;
  readonly random: Random;
  /** A name that no entry has had. */
  readonly name: (prefix: string) => string;
  /** A random content. */
  readonly hashed: () => { readonly content: Buffer; readonly sha256: string };
}

/** Random changes of a state that the page can undo (`web/state/actions`). */
export class ReversibleChanges {
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** A path from which only one entry was deleted. */
  onceDeleted(): string | undefined {
    const paths = this.#source.state.trash.map(({ path }) => path);
    return this.#source.random.pick(paths.filter((path) => paths.indexOf(path) === paths.lastIndexOf(path)));
  }

  /** A random change; undefined if it is not possible in this state. */
  pick(): Reversible | undefined {
    const { random, state } = this.#source;
    const folder = random.pick(['', '', ...state.folders]) ?? '';
    const paths = pathsIn(state, folder);
    const first = random.below(Math.max(paths.length, 1));
    const chosen = paths.slice(first, first + 1 + random.below(MAX_BATCH));
    const [path] = chosen;
    if (path === undefined || random.below(8) === 0) return this.#newFolder(folder);
    switch (random.below(7)) {
      case 0:
        return this.#rename(path);
      case 1:
        return this.#delete(chosen);
      case 2:
        return this.#version();
      case 3:
        return this.#fromTrash();
      case 4:
        return this.#copy(chosen);
      default:
        return this.#move(chosen);
    }
  }

  #put(path: string): Operation {
    return { kind: 'put', path, ...this.#source.hashed() };
  }

  #newFolder(folder: string): Reversible {
    const path = pathIn(folder, this.#source.name('f'));
    const made = { id: 0, folder: 0 };
    return {
      change: {
        effects: [{ kind: 'mkcol', path }],
        send: async (client) => {
          made.folder = (await client.item(folder)).id;
          made.id = await makeFolder(client, path, made.folder);
        },
      },
      undo: {
        effects: [{ kind: 'delete', path }],
        send: async (client) => {
          const still = { only_empty: true, expected_folder_id: made.folder };
          await batch(client, { action: 'delete', ids: [made.id], ...still });
        },
        spoiled: { by: this.#put(pathIn(path, this.#source.name('d'))), refusal: 'not_empty' },
      },
    };
  }

  #rename(path: string): Reversible {
    const to = pathIn(folderOf(path), this.#source.name('r'));
    let renamed: Item | undefined;
    return {
      change: {
        effects: [{ kind: 'move', path, to }],
        send: async (client) => {
          renamed = await client.item(path);
          await rename(client, renamed, path, to);
        },
      },
      undo: {
        effects: [{ kind: 'move', path: to, to: path }],
        send: async (client) => {
          if (renamed) await rename(client, renamed, to, path);
        },
        spoiled: {
          by: { kind: 'move', path: to, to: pathIn(folderOf(path), this.#source.name('r')) },
          refusal: ': 412 ',
        },
      },
    };
  }

  #delete(paths: readonly string[]): Reversible {
    let ids: readonly number[] = [];
    return {
      change: {
        effects: paths.map((path) => ({ kind: 'delete', path })),
        send: async (client) => {
          ({ ids } = await batch(client, { action: 'delete', ids: idsOf(await itemsAt(client, paths)) }));
        },
      },
      undo: {
        // The last deleted entry is restored first.
        effects: paths.toReversed().map((path) => ({ kind: 'restore', path })),
        send: async (client) => {
          await batch(client, { action: 'restore', ids });
        },
      },
    };
  }

  /** Restores an older version of a document. */
  #version(): Reversible | undefined {
    const { random, state } = this.#source;
    const [path = '', document] = random.pick([...state.documents]) ?? [];
    const versions = document?.versions ?? [];
    const sha256 = random.pick(versions.slice(0, -1));
    const current = versions.at(-1);
    if (sha256 === undefined || current === undefined || sha256 === current) return undefined;
    const head = versions.length;
    const effect = (hash: string): Operation => ({
      kind: 'put',
      path,
      content: Buffer.alloc(0),
      sha256: hash,
    });
    const made = { id: 0, tag: '' };
    return {
      change: {
        effects: [effect(sha256)],
        send: async (client) => {
          made.id = (await client.item(path)).id;
          const version = await restoreVersion(client, made.id, 1 + versions.indexOf(sha256));
          const response = await client.get(
            `/documents/${String(made.id)}/download?version=${String(version)}`,
          );
          await response.arrayBuffer();
          made.tag = response.headers.get('ETag') ?? '';
        },
      },
      undo: {
        effects: [effect(current)],
        send: async (client) => {
          await restoreVersion(client, made.id, head, made.tag);
        },
        spoiled: { by: this.#put(path), refusal: ': 412 ' },
      },
    };
  }

  #fromTrash(): Reversible | undefined {
    const path = this.onceDeleted();
    if (path === undefined || isTaken(this.#source.state, path)) return undefined;
    const folder = folderOf(path);
    if (folder !== '' && !this.#source.state.folders.has(folder)) return undefined;
    let done: Done = { ids: [], since: 0 };
    return {
      change: {
        effects: [{ kind: 'restore', path }],
        send: async (client) => {
          const ids = (await client.deleted()).filter((deleted) => deleted.path === path).map(({ id }) => id);
          done = await batch(client, { action: 'restore', ids });
        },
      },
      undo: {
        effects: [{ kind: 'delete', path }],
        send: async (client) => {
          await batch(client, { action: 'delete', ids: done.ids, unchanged_since: done.since });
        },
      },
    };
  }

  /** Moves or copies entries to a random folder. Undefined if there is none. */
  #relocation(kind: 'move' | 'copy', paths: readonly string[]): Relocation[] | undefined {
    const { random, state } = this.#source;
    const from = folderOf(paths[0] ?? '');
    const folders = ['', ...state.folders].filter(
      (folder) => !paths.some((path) => isWithin(folder, path)) && (kind === 'copy' || folder !== from),
    );
    const folder = random.pick(folders);
    return folder === undefined ? undefined : relocations(state, { kind, paths, folder });
  }

  #copy(paths: readonly string[]): Reversible | undefined {
    const effects = this.#relocation('copy', paths);
    if (!effects) return undefined;
    const copies = effects.map(({ to }) => to);
    const made: { done: Done; folder: number } = { done: { ids: [], since: 0 }, folder: 0 };
    const [copy = '', ...others] = copies;
    const isFolder = this.#source.state.folders.has(paths[0] ?? '');
    const content = this.#put(isFolder ? pathIn(copy, this.#source.name('d')) : copy);
    return {
      change: {
        effects,
        send: async (client) => {
          const ids = idsOf(await itemsAt(client, paths));
          made.folder = (await client.item(folderOf(copy))).id;
          const action = { action: 'copy', ids, folder_id: made.folder, conflict: 'rename' };
          made.done = await batch(client, action);
        },
      },
      undo: {
        effects: copies.map((path) => ({ kind: 'delete', path })),
        send: async (client) => {
          const { ids, since } = made.done;
          const still = { unchanged_since: since, expected_folder_id: made.folder };
          await batch(client, { action: 'delete', ids, ...still });
        },
        spoiled: others.length > 0 ? undefined : { by: content, refusal: 'changed_meanwhile' },
      },
    };
  }

  #move(paths: readonly string[]): Reversible | undefined {
    const effects = this.#relocation('move', paths);
    const back = effects && movedBack(this.#source.state, effects);
    if (!back) return undefined;
    const made = { since: 0, from: 0, to: 0 };
    let items: readonly Item[] = [];
    return {
      change: {
        effects,
        send: async (client) => {
          items = await itemsAt(client, paths);
          made.from = (await client.item(folderOf(paths[0] ?? ''))).id;
          made.to = (await client.item(folderOf(effects[0]?.to ?? ''))).id;
          const action = { action: 'move', ids: idsOf(items), folder_id: made.to, conflict: 'rename' };
          made.since = (await batch(client, action)).since;
        },
      },
      undo: {
        effects: [...back.moves, ...back.renames],
        send: async (client) => {
          const still = { unchanged_since: made.since, expected_folder_id: made.to };
          const action = { action: 'move', ids: idsOf(items), folder_id: made.from, conflict: 'fail' };
          await batch(client, { ...action, ...still });
          for (const { path, to } of back.renames) {
            const item = items.find(({ name }) => name === nameOf(to));
            if (item) await rename(client, item, path, to);
          }
        },
        spoiled: this.#movedOn(effects),
      },
    };
  }

  #movedOn([moved, ...others]: readonly Relocation[]): Undoable['spoiled'] {
    if (!moved || others.length > 0 || folderOf(moved.to) === '') return undefined;
    return { by: { kind: 'move', path: moved.to, to: this.#source.name('o') }, refusal: 'moved_meanwhile' };
  }
}
