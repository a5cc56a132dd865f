import {
  type Departure,
  type Document,
  type Entry,
  type Folder,
  head,
  isByName,
  type KnownName,
  type Login,
  READ,
  UPDATE,
} from './entries.ts';
import { isJunkName, isOwnerFile, isTemporary, isTemporaryName } from './names.ts';
import { isWithin, type Tree } from './tree.ts';

/** Clients create a document empty and fill it afterwards. */
const FILL_MS = 60_000;

/**
 * Adds a content to a document, mostly as its next version (docs/build/contract/documents.md §13;
 * docs/build/webdav-clients.md, rules 4 and 5).
 */
export function revise(tree: Tree, document: Document, by: Login, content: string): void {
  const last = head(document);
  if (content === last.content) return;
  const earlier = document.versions.slice(0, -1);
  const next = { number: last.number, content, by, at: tree.now };
  const isBeingFilled = last.content === '' && last.by === by && tree.now - last.at < FILL_MS;
  if (isBeingFilled) {
    document.versions = earlier.at(-1)?.content === content ? earlier : [...earlier, next];
  } else if (isOwnJunk(tree, by, document) && earlier.length === 0) {
    document.versions = [next];
  } else {
    document.versions = [...document.versions, { ...next, number: last.number + 1 }];
  }
}

function isOwnJunk(tree: Tree, by: Login, document: Document): boolean {
  return isJunkName(document.name) && head(document).by === by && !isRemembered(tree, document);
}

function isRemembered(tree: Tree, document: Document): boolean {
  return tree.departures.some((departure) => departure.document === document);
}

/** True if the document may exist only to replace another one. */
export function isFresh(tree: Tree, document: Document): boolean {
  return document.versions.length === 1 && tree.isRecent(document);
}

/** True if a document has more than content: earlier versions, title or comments, a share, or a remembered name. */
function hasHistory(tree: Tree, document: Document): boolean {
  const { versions, title, comments } = document;
  const isShared = tree.grants.some((grant) => grant.entry === document);
  return versions.length > 1 || title !== null || comments !== '' || isShared || isRemembered(tree, document);
}

/** The kinds of departure after which a new entry succeeds the departed document (rules 2 and 3). */
export interface Succession {
  readonly afterMove: boolean;
  readonly afterDeletion: boolean;
}

/** The document that the user removed from a free name, if the user's new entry there succeeds it. */
export function returning(tree: Tree, by: Login, known: KnownName, kind: Succession): Departure | undefined {
  const departure = tree.departure(by, known);
  if (!departure || !(departure.isDeletion ? kind.afterDeletion : kind.afterMove)) return undefined;
  const { document, lay, isDeletion } = departure;
  if (isByName(departure)) {
    const grant = tree.grantOf(by, document);
    const isAside = grant !== undefined && isTemporaryName(grant.name);
    return isAside && tree.allows(by, document, READ | UPDATE) ? departure : undefined;
  }
  const isAllowed = (tree.bitsIn(by, document, lay.folder) & (READ | UPDATE)) === (READ | UPDATE);
  const isFree = tree.child(lay.folder, lay.name) === undefined;
  return isAllowed && isFree && isWhereItWasLeft(tree, by, document, isDeletion) ? departure : undefined;
}

/** Restores id, history, title and comments of a document under its name. */
export function bringBack(tree: Tree, departure: Departure): Document {
  const { document, lay } = departure;
  if (isByName(departure)) return bringNameBack(tree, departure);
  tree.forget(document);
  const aside = tree.owner(document) === undefined ? undefined : document.folder;
  const name = document.name;
  tree.revive(document, lay.folder, lay.name);
  if (aside) leaveCopy(tree, departure, [aside, departure.folder], name);
  return document;
}

/** The document was never moved: its name at the mount root returns, and a copy stays under the other name. */
function bringNameBack(tree: Tree, { by, document, folder, name }: Departure): Document {
  const grant = tree.grantOf(by, document);
  if (!grant) throw new Error(`${document.name} is not shared with ${by}`);
  const copy = tree.addDocument(by, folder, grant.name, head(document).content);
  copy.properties = new Map(document.properties);
  tree.locks = tree.locks.map((lock) =>
    lock.entry === document && lock.by === by ? { ...lock, entry: copy } : lock,
  );
  tree.rename(grant, name);
  return document;
}

/** True if the document is at a temporary name, or in the trash because this user deleted it. */
function isWhereItWasLeft(tree: Tree, by: Login, document: Document, isDeletion: boolean): boolean {
  const deletion = deletionOf(tree, document);
  if (deletion) return deletion.by === by;
  return !isDeletion && isTemporary(document) && tree.allows(by, document, UPDATE);
}

function deletionOf(tree: Tree, entry: Entry) {
  let root: Entry = entry;
  while (root.folder) root = root.folder;
  return tree.trash.get(root);
}

/**
 * Leaves a copy without history where the client put the document aside; locks stay with the place instead of the
 * document. If the user may not read the folder, the copy stays at the user's mount root, where the user saw it.
 */
function leaveCopy(tree: Tree, { by, document }: Departure, folders: readonly Folder[], name: string): void {
  const folder = folders.find((one) => tree.allows(by, one, READ) && tree.child(one, name) === undefined);
  if (!folder) {
    tree.dissolveLocks(document);
    return;
  }
  const copy = tree.addDocument(by, folder, name, head(document).content);
  copy.properties = new Map(document.properties);
  passLocks(tree, document, copy);
}

export function copyDocument(
  tree: Tree,
  by: Login,
  source: Document,
  folder: Folder,
  name: string,
): Document {
  const copy = tree.addDocument(by, folder, name, head(source).content);
  copy.title = source.title;
  copy.comments = source.comments;
  copy.properties = new Map(source.properties);
  return copy;
}

/** A lock belongs to a URL and covers the entry that takes its place (RFC 4918 §7.5). */
export function passLocks(tree: Tree, from: Entry, to: Entry): void {
  tree.locks = tree.locks.map((lock) => (lock.entry === from ? { ...lock, entry: to } : lock));
}

/** Adds the content of one document to another as its next version; dead properties are merged (rule 1). */
export function succeed(tree: Tree, by: Login, document: Document, source: Document): void {
  revise(tree, document, by, head(source).content);
  document.properties = new Map([...document.properties, ...source.properties]);
}

/**
 * True if the user created the document and it has no more than content. Only such documents are deleted permanently.
 */
export function isPlain(tree: Tree, by: Login, document: Document): boolean {
  return document.createdBy === by && !hasHistory(tree, document);
}

/** Removes a document whose content went elsewhere. */
export function giveUp(tree: Tree, by: Login, source: Document): void {
  if (isPlain(tree, by, source)) tree.erase(source);
  else tree.discard(by, source);
}

/**
 * Removes a document whose name another entry takes. Only at a temporary-looking name may it be deleted permanently.
 */
export function replace(tree: Tree, by: Login, document: Document): void {
  const isLossless = isWorthless(tree, document) || isElsewhere(tree, by, document, head(document).content);
  if (isTemporary(document) && isPlain(tree, by, document) && (isLossless || tree.isRecent(document)))
    tree.erase(document);
  else tree.discard(by, document);
}

/** True if deleting the user's own entry loses nothing, so that it would only clutter the trash. */
export function isLitter(tree: Tree, by: Login, entry: Entry): boolean {
  if (entry.createdBy !== by) return false;
  const documents = tree.subtree(entry).filter((one) => one.kind === 'file');
  if (documents.some((document) => hasHistory(tree, document))) return false;
  const isCovered = (document: Document): boolean => isElsewhere(tree, by, entry, head(document).content);
  if (entry.kind === 'file') return isWorthless(tree, entry) || (isTemporary(entry) && isCovered(entry));
  if (tree.members(entry).length === 0) return isTemporaryName(entry.name);
  const isSafeSave = /\.sb-[0-9a-f]{8}-[0-9a-z_]{6}$/i.test(entry.name);
  return isSafeSave && documents.every((document) => isJunkName(document.name) || isCovered(document));
}

/** A system file, or a recent document that is empty or a junk file. */
function isWorthless(tree: Tree, document: Document): boolean {
  if (isOwnerFile(document.name)) return true;
  return tree.isRecent(document) && (head(document).content === '' || isJunkName(document.name));
}

/** True if another document that the user can reach has or had this content. */
function isElsewhere(tree: Tree, by: Login, entry: Entry, content: string): boolean {
  const others = [...tree.entries].filter((one) => tree.bits(by, one) > 0 && !isWithin(one, entry));
  const has = (other: Entry): boolean =>
    other.kind === 'file' && other.versions.some((version) => version.content === content);
  return content === '' || others.some(has);
}
