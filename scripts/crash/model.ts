/** A document as the model knows it. */
export interface ModelDocument {
  /** SHA-256 of every version, oldest first. */
  readonly versions: readonly string[];
  /** Null: never set. */
  readonly title: string | null;
}

/** What one writer's folder holds: documents by their path in it, and the paths of folders. */
export interface State {
  readonly documents: ReadonlyMap<string, ModelDocument>;
  readonly folders: ReadonlySet<string>;
}

/** One thing that a writer asks for. `abort` breaks off an upload on purpose. */
export type Operation =
  | {
      readonly kind: 'put' | 'post';
      readonly path: string;
      readonly content: Buffer;
      readonly sha256: string;
    }
  | { readonly kind: 'abort'; readonly path: string; readonly content: Buffer; readonly chunked: boolean }
  | { readonly kind: 'title'; readonly path: string; readonly title: string }
  | { readonly kind: 'mkcol' | 'delete'; readonly path: string }
  | { readonly kind: 'move' | 'copy'; readonly path: string; readonly to: string };

/** Nothing at all. */
export const EMPTY: State = { documents: new Map(), folders: new Set() };

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

function relocated(state: State, from: string, to: string, keepSource: boolean): State {
  const documents = new Map(state.documents);
  const folders = new Set(state.folders);
  for (const [path, document] of state.documents) {
    if (!isWithin(path, from)) continue;
    const target = to + path.slice(from.length);
    const existing = documents.get(target);
    const arriving = keepSource ? copyOf(document) : document;
    documents.set(target, existing ? withVersion(existing, document.versions.at(-1) ?? '') : arriving);
    if (!keepSource) documents.delete(path);
  }
  for (const path of state.folders) {
    if (!isWithin(path, from)) continue;
    folders.add(to + path.slice(from.length));
    if (!keepSource) folders.delete(path);
  }
  return { documents, folders };
}

function without(state: State, path: string): State {
  return {
    documents: new Map([...state.documents].filter(([other]) => !isWithin(other, path))),
    folders: new Set([...state.folders].filter((other) => !isWithin(other, path))),
  };
}

/** What the folder holds once the operation has been acknowledged. */
export function apply(state: State, operation: Operation): State {
  const { path } = operation;
  const documents = new Map(state.documents);
  switch (operation.kind) {
    case 'put':
    case 'post':
      return {
        ...state,
        documents: documents.set(path, withVersion(documents.get(path), operation.sha256)),
      };
    case 'abort':
      return state;
    case 'title': {
      const { versions } = documents.get(path) ?? { versions: [] };
      return { ...state, documents: documents.set(path, { versions, title: operation.title }) };
    }
    case 'mkcol':
      return { ...state, folders: new Set([...state.folders, path]) };
    case 'delete':
      return without(state, path);
    case 'move':
      return relocated(state, path, operation.to, false);
    case 'copy':
      return relocated(state, path, operation.to, true);
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
  return damage;
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
