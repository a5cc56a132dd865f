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

/** Clients create a document empty and fill it then. */
const FILL_MS = 60_000;

/** A new content for a document: mostly its next version (docs/build/contract/documents.md §13; docs/build/webdav-clients.md, rules 4 and 5). */
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

/** May be there only to be put in another's place. */
export function isFresh(tree: Tree, document: Document): boolean {
  return document.versions.length === 1 && tree.isRecent(document);
}

/** A document has more to lose than its content: earlier versions, words of its own, a share, a name to come back to. */
function hasHistory(tree: Tree, document: Document): boolean {
  const { versions, title, comments } = document;
  const isShared = tree.grants.some((grant) => grant.entry === document);
  return versions.length > 1 || title !== null || comments !== '' || isShared || isRemembered(tree, document);
}

/** After which ways of leaving something new is the next content of the document that left (rules 2 and 3). */
export interface Succession {
  readonly afterMove: boolean;
  readonly afterDeletion: boolean;
}

/** The document that the user took away from a free name, if what he puts there now succeeds it. */
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

/** Its id, its history and its words are under the name again. */
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

/** It never went elsewhere: its name at the mount root comes back, and a copy stays under the other one. */
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

/** At a temporary name, or in the trash by the user's own doing. */
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
 * What the client put aside stays there for it, without the history; locks hold the place, not the document. Where he
 * may not look into the folder it stays at his mount root, where he saw it.
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

/** A lock is on a URL: it holds whatever comes there (RFC 4918 §7.5). */
export function passLocks(tree: Tree, from: Entry, to: Entry): void {
  tree.locks = tree.locks.map((lock) => (lock.entry === from ? { ...lock, entry: to } : lock));
}

/** The content of a document becomes the next of another; its dead properties come to those that are there (rule 1). */
export function succeed(tree: Tree, by: Login, document: Document, source: Document): void {
  revise(tree, document, by, head(source).content);
  document.properties = new Map([...document.properties, ...source.properties]);
}

/** What the user made, and nobody gave more than a content: only such a document is ever deleted for good. */
export function isPlain(tree: Tree, by: Login, document: Document): boolean {
  return document.createdBy === by && !hasHistory(tree, document);
}

/** What is left of a document whose content went elsewhere. */
export function giveUp(tree: Tree, by: Login, source: Document): void {
  if (isPlain(tree, by, source)) tree.erase(source);
  else tree.discard(by, source);
}

/** What lies at a name that something else takes. Only at a temporary-looking one it may go for good. */
export function replace(tree: Tree, by: Login, document: Document): void {
  const isLossless = isWorthless(tree, document) || isElsewhere(tree, by, document, head(document).content);
  if (isTemporary(document) && isPlain(tree, by, document) && (isLossless || tree.isRecent(document)))
    tree.erase(document);
  else tree.discard(by, document);
}

/** True when nothing is lost with what the user himself made: it would only bury what matters in the trash. */
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

/** Of a system and nobody's own, or so new that it was only to be filled or to go. */
function isWorthless(tree: Tree, document: Document): boolean {
  if (isOwnerFile(document.name)) return true;
  return tree.isRecent(document) && (head(document).content === '' || isJunkName(document.name));
}

/** Another document that the user reaches has the content, or had it. */
function isElsewhere(tree: Tree, by: Login, entry: Entry, content: string): boolean {
  const others = [...tree.entries].filter((one) => tree.bits(by, one) > 0 && !isWithin(one, entry));
  const has = (other: Entry): boolean =>
    other.kind === 'file' && other.versions.some((version) => version.content === content);
  return content === '' || others.some(has);
}
