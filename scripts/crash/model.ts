/** A document as the model knows it. */
export interface ModelDocument {
  /** SHA-256 of every version, oldest first. */
  readonly versions: readonly string[];
  /** Null: never set. */
  readonly title: string | null;
}

/** Part of a tree: documents by their path in it, and the paths of folders. */
interface Part {
  readonly documents: ReadonlyMap<string, ModelDocument>;
  readonly folders: ReadonlySet<string>;
}

/** What lies in the trash, by the path that it had, with all beneath it. */
export interface Deletion extends Part {
  readonly path: string;
}

/** What one writer's folder holds, and what of it lies in the trash. */
export interface State extends Part {
  readonly trash: readonly Deletion[];
}

/** One thing that a writer asks for. `abort` breaks off an upload on purpose. */
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

/** Nothing at all. */
export const EMPTY: State = { documents: new Map(), folders: new Set(), trash: [] };

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function withVersion(document: ModelDocument | undefined, sha256: string): ModelDocument {
  if (!document) return { versions: [sha256], title: null };
  if (document.versions.at(-1) === sha256) return document;
  return { ...document, versions: [...document.versions, sha256] };
}

/** A copy of a document: its head alone. */
function copyOf({ versions, title }: ModelDocument): ModelDocument {
  return { versions: versions.slice(-1), title };
}

/** True when a document or folder has this path. */
export function isTaken({ documents, folders }: State, path: string): boolean {
  return documents.has(path) || folders.has(path);
}

function partOf({ documents, folders }: State, path: string): Part {
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
  return { ...without(state, path), trash: [...state.trash, { path, ...partOf(state, path) }] };
}

/** The source's content becomes the next version of the document that is there; its own history goes to the trash. */
function turnedIntoVersion(
  state: State,
  { path, to }: { path: string; to: string },
  source: ModelDocument,
  keepSource: boolean,
): State {
  const documents = new Map(state.documents);
  documents.set(to, withVersion(documents.get(to), source.versions.at(-1) ?? ''));
  const next = { ...state, documents };
  if (keepSource) return next;
  return source.versions.length > 1 ? discarded(next, path) : without(next, path);
}

function relocated(state: State, way: { path: string; to: string }, keepSource: boolean): State {
  const { path, to } = way;
  const source = state.documents.get(path);
  if (source && state.documents.has(to)) return turnedIntoVersion(state, way, source, keepSource);
  const part = partOf(state, path);
  const cleared = isTaken(state, to) ? discarded(state, to) : state;
  const { documents, folders, trash } = keepSource ? cleared : without(cleared, path);
  const arriving = [...part.documents].map(
    ([from, document]) => [to + from.slice(path.length), keepSource ? copyOf(document) : document] as const,
  );
  return {
    documents: new Map([...documents, ...arriving]),
    folders: new Set([...folders, ...[...part.folders].map((from) => to + from.slice(path.length))]),
    trash,
  };
}

/** Takes the deletion of `path` out of the trash; `restore` puts it back where it was. */
function taken(state: State, path: string, restore: boolean): State {
  const deletion = state.trash.find((other) => other.path === path);
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

/** What the folder holds once the operation has been acknowledged. */
export function apply(state: State, operation: Operation): State {
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
      return taken(state, path, operation.kind === 'restore');
    case 'move':
    case 'copy':
      return relocated(state, operation, operation.kind === 'copy');
  }
}

/** What is wrong with what was found. */
export interface Damage {
  lost: string[];
  corrupt: string[];
  phantom: string[];
}

/** Compares what is there with what must be there. */
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
  const surplus = found.trash.map(({ path }) => path);
  for (const { path } of expected.trash) {
    const index = surplus.indexOf(path);
    if (index === -1) damage.lost.push(`${path} (from the trash)`);
    else surplus.splice(index, 1);
  }
  damage.phantom.push(...surplus.map((path) => `${path} (in the trash)`));
}

function compareDocument(
  path: string,
  { versions, title }: ModelDocument,
  there: ModelDocument | undefined,
  damage: Damage,
): void {
  if (!there || there.versions.length < versions.length) damage.lost.push(path);
  else if (there.versions.length > versions.length) damage.phantom.push(`${path} (a version)`);
  else if (versions.some((sha256, index) => there.versions[index] !== sha256)) damage.corrupt.push(path);
  else if (title !== null && there.title !== title) damage.lost.push(`${path} (its title)`);
}

/** Things wrong in all. */
export function size({ lost, corrupt, phantom }: Damage): number {
  return lost.length + corrupt.length + phantom.length;
}
