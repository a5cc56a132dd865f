/** Expected or actual state of a document. */
export interface ModelDocument {
  /** SHA-256 of every version, oldest first. */
  readonly versions: readonly string[];
  /** Null if no title is set. */
  readonly title: string | null;
}

/** Documents by path, and paths of folders. Paths are relative to the writer's folder. */
interface Subtree {
  readonly documents: ReadonlyMap<string, ModelDocument>;
  readonly folders: ReadonlySet<string>;
}

/** A deleted entry in the trash, with its whole subtree. */
export interface Deletion extends Subtree {
  /** Original path of the entry. */
  readonly path: string;
}

/** The content of a writer's folder, and the entries that were deleted from it and are in the trash. */
export interface State extends Subtree {
  readonly trash: readonly Deletion[];
}

/**
 * A request of a writer. `put` has a Content-Length, `chunked` has none; both use WebDAV. `post` uploads over REST.
 * `abort` deliberately interrupts an upload.
 */
export type Operation =
  | {
      readonly kind: 'put' | 'chunked' | 'post';
      readonly path: string;
      readonly content: Buffer;
      readonly sha256: string;
    }
  | { readonly kind: 'abort'; readonly path: string; readonly content: Buffer; readonly chunked: boolean }
  | { readonly kind: 'title'; readonly path: string; readonly title: string }
  | { readonly kind: 'mkcol' | 'delete' | 'restore' | 'purge'; readonly path: string }
  | { readonly kind: 'move' | 'copy'; readonly path: string; readonly to: string };

/** An empty folder with an empty trash. */
export const EMPTY: State = { documents: new Map(), folders: new Set(), trash: [] };

/** True for the path of a folder, and for all paths below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function withVersion(document: ModelDocument | undefined, sha256: string): ModelDocument {
  if (!document) return { versions: [sha256], title: null };
  if (document.versions.at(-1) === sha256) return document;
  return { ...document, versions: [...document.versions, sha256] };
}

/** A copy of a document contains only the current version of the original (docs/build/contract/documents.md §13). */
function copyOf({ versions, title }: ModelDocument): ModelDocument {
  return { versions: versions.slice(-1), title };
}

/** True if a document or folder has this path. */
export function isTaken({ documents, folders }: State, path: string): boolean {
  return documents.has(path) || folders.has(path);
}

function subtreeAt({ documents, folders }: State, path: string): Subtree {
  return {
    documents: new Map([...documents].filter(([other]) => isWithin(other, path))),
    folders: new Set([...folders].filter((other) => isWithin(other, path))),
  };
}

function without(state: State, path: string): State {
  return {
    ...state,
    documents: new Map([...state.documents].filter(([other]) => !isWithin(other, path))),
    folders: new Set([...state.folders].filter((other) => !isWithin(other, path))),
  };
}

function discarded(state: State, path: string): State {
  return { ...without(state, path), trash: [...state.trash, { path, ...subtreeAt(state, path) }] };
}

/**
 * MOVE or COPY onto a document: the content of the source becomes the next version of the target. After a MOVE, a
 * source with a history goes to the trash; a source without one is deleted.
 */
function addedAsVersion(
  state: State,
  { path, to }: { path: string; to: string },
  source: ModelDocument,
  keepSource: boolean,
): State {
  const documents = new Map(state.documents);
  documents.set(to, withVersion(documents.get(to), source.versions.at(-1) ?? ''));
  const next = { ...state, documents };
  if (keepSource) return next;
  const hasMoreThanContent = source.versions.length > 1 || source.title !== null;
  return hasMoreThanContent ? discarded(next, path) : without(next, path);
}

function relocated(state: State, paths: { path: string; to: string }, keepSource: boolean): State {
  const { path, to } = paths;
  const source = state.documents.get(path);
  if (source && state.documents.has(to)) return addedAsVersion(state, paths, source, keepSource);
  const subtree = subtreeAt(state, path);
  const cleared = isTaken(state, to) ? discarded(state, to) : state;
  const { documents, folders, trash } = keepSource ? cleared : without(cleared, path);
  const arriving = [...subtree.documents].map(
    ([from, document]) => [to + from.slice(path.length), keepSource ? copyOf(document) : document] as const,
  );
  return {
    documents: new Map([...documents, ...arriving]),
    folders: new Set([...folders, ...[...subtree.folders].map((from) => to + from.slice(path.length))]),
    trash,
  };
}

/**
 * Removes the latest deletion of `path` from the trash. With `restore`, the entry returns to its old path; otherwise it is
 * purged.
 */
function withoutDeletion(state: State, path: string, restore: boolean): State {
  const deletion = state.trash.findLast((other) => other.path === path);
  const trash = state.trash.filter((other) => other !== deletion);
  if (!deletion || !restore) return { ...state, trash };
  return {
    documents: new Map([...state.documents, ...deletion.documents]),
    folders: new Set([...state.folders, ...deletion.folders]),
    trash,
  };
}

function titled(state: State, path: string, title: string): State {
  const versions = state.documents.get(path)?.versions ?? [];
  return { ...state, documents: new Map([...state.documents, [path, { versions, title }]]) };
}

/** @returns the state after an acknowledged operation */
function apply(state: State, operation: Operation): State {
  const { path } = operation;
  switch (operation.kind) {
    case 'put':
    case 'chunked':
    case 'post': {
      const document = withVersion(state.documents.get(path), operation.sha256);
      return { ...state, documents: new Map([...state.documents, [path, document]]) };
    }
    case 'abort':
      return state;
    case 'title':
      return titled(state, path, operation.title);
    case 'mkcol':
      return { ...state, folders: new Set([...state.folders, path]) };
    case 'delete':
      return discarded(state, path);
    case 'restore':
    case 'purge':
      return withoutDeletion(state, path, operation.kind === 'restore');
    case 'move':
    case 'copy':
      return relocated(state, operation, operation.kind === 'copy');
  }
}

/** The states while operations take effect in turn, the state before them first. */
export function statesDuring(state: State, operations: readonly Operation[]): readonly State[] {
  const states = [state];
  for (const operation of operations) states.push(apply(states.at(-1) ?? state, operation));
  return states;
}

/** The part of a state that an archive or an export has: folders, and the current versions of documents. */
export function headsOf({ documents, folders }: State): State {
  const heads = [...documents].map(
    ([path, { versions }]) => [path, { versions: versions.slice(-1), title: null }] as const,
  );
  return { documents: new Map(heads), folders, trash: [] };
}

function deletionsOf({ trash }: State, path: string): number {
  return trash.filter((deletion) => isWithin(path, deletion.path)).length;
}

/** True if an entry was at a path in all states. Another entry may have taken the path of a deleted one. */
export function isLasting([first, ...others]: readonly State[], path: string): boolean {
  if (!first || !isTaken(first, path)) return false;
  const deletions = deletionsOf(first, path);
  return others.every((state) => isTaken(state, path) && deletionsOf(state, path) === deletions);
}

/** Differences between the expected and the actual state. Each item names a path. */
export interface Damage {
  /** Expected but not found. */
  lost: string[];
  /** Found with different bytes. */
  corrupt: string[];
  /** Found but not expected. */
  phantom: string[];
}

/** Compares the actual state with the expected state. */
export function compare(expected: State, found: State): Damage {
  const damage: Damage = { lost: [], corrupt: [], phantom: [] };
  for (const [path, document] of expected.documents)
    compareDocument(path, document, found.documents.get(path), damage);
  for (const path of found.documents.keys()) if (!expected.documents.has(path)) damage.phantom.push(path);
  for (const path of expected.folders) if (!found.folders.has(path)) damage.lost.push(`${path}/`);
  for (const path of found.folders) if (!expected.folders.has(path)) damage.phantom.push(`${path}/`);
  compareTrash(expected, found, damage);
  return damage;
}

function compareTrash(expected: State, found: State, damage: Damage): void {
  const unmatched = found.trash.map(({ path }) => path);
  for (const { path } of expected.trash) {
    const index = unmatched.indexOf(path);
    if (index === -1) damage.lost.push(`${path} (from the trash)`);
    else unmatched.splice(index, 1);
  }
  damage.phantom.push(...unmatched.map((path) => `${path} (in the trash)`));
}

function compareDocument(
  path: string,
  { versions, title }: ModelDocument,
  found: ModelDocument | undefined,
  damage: Damage,
): void {
  if (!found || found.versions.length < versions.length) damage.lost.push(path);
  else if (found.versions.length > versions.length) damage.phantom.push(`${path} (a version)`);
  else if (versions.some((sha256, index) => found.versions[index] !== sha256)) {
    const index = versions.findIndex((sha256, position) => found.versions[position] !== sha256);
    damage.corrupt.push(`${path} (version ${String(index + 1)}: ${String(found.versions[index])})`);
  } else if (found.title !== title) {
    damage[title === null ? 'phantom' : 'lost'].push(`${path} (its title: ${found.title ?? 'none'})`);
  }
}

/** @returns the total number of differences */
export function damageCount({ lost, corrupt, phantom }: Damage): number {
  return lost.length + corrupt.length + phantom.length;
}

/** The state closest to the actual state, and the differences. */
export function closest(states: readonly State[], found: State): { state: State; damage: Damage } {
  const [best] = states
    .map((state) => ({ state, damage: compare(state, found) }))
    .sort((one, other) => damageCount(one.damage) - damageCount(other.damage));
  if (!best) throw new Error('there is no state to compare with');
  return best;
}
