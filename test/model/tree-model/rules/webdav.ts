import { STATUS, type Statuses, unless } from './dav-answers.ts';
import { type Departure, type Document, type Folder, type Login, type Place, UPDATE } from './entries.ts';
import { isTemporary } from './names.ts';
import { type Asked, comingBack, creating, deleting, needs, type Reason, writing } from './refusals.ts';
import { bringBack, isLitter, returning, revise, type Succession } from './safe-save.ts';
import type { DavStep } from './steps.ts';
import { copy, move } from './transfers.ts';
import type { Tree } from './tree.ts';

type StepOf<Verb> = Extract<DavStep, { do: Verb }>;

/**
 * The valid statuses of a step over WebDAV (RFC 4918, docs/build/contract/webdav.md §24); a successful step changes the
 * tree.
 */
export function overDav(tree: Tree, step: DavStep): Statuses {
  switch (step.do) {
    case 'PUT':
      return put(tree, step);
    case 'MKCOL':
      return mkcol(tree, step);
    case 'DELETE':
      return remove(tree, step);
    case 'MOVE':
      return move(tree, step);
    case 'COPY':
      return copy(tree, step);
    case 'LOCK':
      return lock(tree, step);
    case 'UNLOCK':
      return unlock(tree, step);
    case 'PROPPATCH':
      return proppatch(tree, step);
  }
}

/** Creates a new document, or brings a document back. */
function make(
  tree: Tree,
  by: Login,
  { folder, name }: Place,
  content: string,
  departure: Departure | undefined,
): Document {
  if (!departure) return tree.addDocument(by, folder, name, content);
  const document = bringBack(tree, departure);
  revise(tree, document, by, content);
  return document;
}

/** Reasons against creating an entry at a free name; a returning document must not enter a locked folder. */
function making(tree: Tree, asked: Asked, folder: Folder, departure: Departure | undefined): Reason[] {
  return [...creating(tree, asked, folder), ...(departure ? comingBack(tree, asked, departure) : [])];
}

const BY_MAKING: Succession = { afterMove: true, afterDeletion: true };

function put(tree: Tree, { by, path, shows, content, only }: StepOf<'PUT'>): Statuses {
  const place = tree.place(by, path);
  if (!place) return [409];
  const { existing, folder } = place;
  if (existing?.kind === 'folder') return [405];
  const failed = only !== undefined && (only === 'new') === (existing !== undefined) ? [412] : [];
  const departure = existing ? undefined : returning(tree, by, place.known, BY_MAKING);
  const reasons = existing
    ? writing(tree, { by, shows }, existing)
    : making(tree, { by, shows }, folder, departure);
  if (failed.length > 0) return [...failed, ...unless(reasons, () => 412)];
  return unless(reasons, () => {
    if (existing) revise(tree, existing, by, content);
    else make(tree, by, place, content, departure);
    return existing ? 204 : 201;
  });
}

function mkcol(tree: Tree, { by, path, shows }: StepOf<'MKCOL'>): Statuses {
  const place = tree.place(by, path);
  if (!place) return [409];
  if (place.existing) return [405];
  return unless(creating(tree, { by, shows }, place.folder), () => {
    tree.addFolder(by, place.folder, place.name);
    return 201;
  });
}

function remove(tree: Tree, { by, path, shows }: StepOf<'DELETE'>): Statuses {
  const entry = tree.resolve(by, path);
  if (!entry) return [404];
  return unless(deleting(tree, { by, shows }, entry), () => {
    const known = tree.place(by, path)?.known;
    if (isLitter(tree, by, entry)) tree.erase(entry);
    else {
      const isOrdinary =
        known && !isTemporary(known.folder === entry.folder ? entry : { ...known, folder: undefined });
      if (entry.kind === 'file' && isOrdinary) tree.depart(by, known, entry, true);
      tree.discard(by, entry);
    }
    return 204;
  });
}

function lock(tree: Tree, { by, path, shows, scope, depth, seconds }: StepOf<'LOCK'>): Statuses {
  const place = tree.place(by, path);
  if (!place) return [409];
  const { existing, folder } = place;
  const departure = existing ? undefined : returning(tree, by, place.known, BY_MAKING);
  const covering = existing
    ? tree.covering(existing)
    : tree.covering(folder).filter((one) => one.depth === 'infinity' || one.entry !== folder);
  const within = existing && depth === 'infinity' ? tree.locksWithin(existing) : [];
  const isExcluded = [...covering, ...within].some(
    (one) => one.scope === 'exclusive' || scope === 'exclusive',
  );
  const reasons = [
    ...needs(tree, { by, shows }, existing ?? folder, UPDATE),
    ...(existing ? [] : making(tree, { by, shows }, folder, departure)),
    ...(isExcluded ? (['locked'] as const) : []),
  ];
  return unless(reasons, () => {
    const entry = existing ?? make(tree, by, place, '', departure);
    const expiresAt = tree.now + seconds * 1000;
    tree.locks = [...tree.locks, { token: undefined, entry, by, scope, depth, expiresAt }];
    return existing ? 200 : 201;
  });
}

function unlock(tree: Tree, { by, path, shows, lock: nth }: StepOf<'UNLOCK'>): Statuses {
  const entry = tree.resolve(by, path);
  if (!entry) return [404];
  const meant = tree.locks[nth % Math.max(1, tree.locks.length)];
  const forbidden = needs(tree, { by, shows }, entry, UPDATE).map((reason) => STATUS[reason]);
  if (!meant || !tree.covering(entry).includes(meant)) return [409, ...forbidden];
  if (meant.by !== by || forbidden.length > 0) return [403];
  tree.locks = tree.locks.filter((one) => one !== meant);
  return [204];
}

function proppatch(tree: Tree, { by, path, shows, property, value }: StepOf<'PROPPATCH'>): Statuses {
  const entry = tree.resolve(by, path);
  if (!entry) return [404];
  return unless(writing(tree, { by, shows }, entry), () => {
    const others = [...entry.properties].filter(([name]) => name !== property);
    entry.properties = new Map(value === null ? others : [...others, [property, value]]);
    return 200;
  });
}
