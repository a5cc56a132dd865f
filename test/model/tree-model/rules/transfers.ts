import { type Statuses, unless } from './dav-answers.ts';
import {
  type Departure,
  type Entry,
  type Grant,
  type KnownName,
  keyOf,
  type Login,
  type Place,
  segmentsOf,
  UPDATE,
} from './entries.ts';
import { isTemporary, isTemporaryName } from './names.ts';
import {
  type Asked,
  becomesVersion,
  comingBack,
  copying,
  deleting,
  leaving,
  moving,
  needs,
  type Reason,
} from './refusals.ts';
import { duplicate, giveWay, noteMove, relocate } from './relocations.ts';
import { bringBack, giveUp, isFresh, isPlain, returning, type Succession, succeed } from './safe-save.ts';
import type { DavStep } from './steps.ts';
import type { Tree } from './tree.ts';

type StepOf<Verb> = Extract<DavStep, { do: Verb }>;

/** Statuses for invalid paths of a MOVE or COPY. */
function misdirected(tree: Tree, { by, path, to, overwrite }: StepOf<'MOVE' | 'COPY'>): Statuses {
  const source = tree.resolve(by, path);
  if (!source) return [404];
  const place = tree.place(by, to);
  const statuses: number[] = [];
  if (isBeneath(to, path) && source.kind === 'folder') statuses.push(403);
  if (isBeneath(path, to)) statuses.push(403);
  if (!place) statuses.push(409);
  else if (!overwrite && place.existing && place.existing !== source) statuses.push(412);
  return statuses;
}

function isBeneath(path: string, above: string): boolean {
  const [names, outer] = [segmentsOf(path).map(keyOf), segmentsOf(above).map(keyOf)];
  return names.length > outer.length && outer.every((name, index) => name === names[index]);
}

/** MOVE (RFC 4918 §9.9; docs/build/webdav-clients.md, rules 1 to 3). */
export function move(tree: Tree, step: StepOf<'MOVE'>): Statuses {
  const { by, path, to } = step;
  const source = tree.resolve(by, path);
  const place = tree.place(by, to);
  const wrong = misdirected(tree, step);
  if (!source || !place || wrong.length > 0) return wrong;
  const isSame = place.existing === source;
  if (isSame && segmentsOf(path).at(-1) === place.known.name) return [403];
  const from = tree.place(by, path)?.known;
  const grant = mountedAt(tree, by, path, source);
  const replaced = isSame ? undefined : place.existing;
  if (grant && (isSame || staysMounted(tree, by, place)))
    return rename(tree, step, { grant, name: place.known.name, from, replaced });
  if (isSame) return respell(tree, step, source, place.known.name, from);
  return moveElsewhere(tree, step, { source, place, from });
}

/** An entry in the user's home is replaced; the shared entry does not move there. */
function staysMounted(tree: Tree, by: Login, { existing, folder }: Place): boolean {
  return folder === tree.homes[by] && (!existing || existing.folder === folder);
}

/** The grant through which a user sees an entry of another home at the mount root. */
function mountedAt(tree: Tree, by: Login, path: string, source: Entry): Grant | undefined {
  const [name, ...beneath] = segmentsOf(path);
  const isMounted = name !== undefined && beneath.length === 0 && source.folder !== tree.homes[by];
  return isMounted ? tree.mount(by, name)?.grant : undefined;
}

/** Source and target of a move, and the name that the client removes from the source. */
interface Move {
  readonly source: Entry;
  readonly place: Place;
  readonly from: KnownName | undefined;
}

function moveElsewhere(tree: Tree, asked: Asked, change: Move): Statuses {
  const { by } = asked;
  const { source, place } = change;
  const reasons = moving(tree, asked, source, place);
  const departure = place.existing ? undefined : preceding(tree, by, source, place);
  if (departure) reasons.push(...comingBack(tree, asked, departure));
  // A consumed source goes to the trash, unless it may be deleted permanently.
  if (departure && source.kind === 'file' && !isPlain(tree, by, source))
    reasons.push(...deleting(tree, asked, source));
  return unless(reasons, () => carryOut(tree, by, change, departure));
}

/** A user's own name for a shared entry. */
interface OwnRename {
  readonly grant: Grant;
  readonly name: string;
  readonly from: KnownName | undefined;
  /** The entry in the user's home with the new name. */
  readonly replaced: Entry | undefined;
}

/** Renames an entry at the mount root: invisible to other users, but a program may be saving (rule 2). */
function rename(tree: Tree, asked: Asked, { grant, name, from, replaced }: OwnRename): Statuses {
  const { entry } = grant;
  const reasons = [...needs(tree, asked, entry, UPDATE), ...leaving(tree, asked, entry)];
  if (replaced) reasons.push(...deleting(tree, asked, replaced));
  return unless(reasons, () => {
    if (keyOf(name) !== keyOf(grant.name)) tree.dissolveLocks(entry);
    const isPutAside = isTemporaryName(name) && from !== undefined && !isTemporaryName(from.name);
    if (isPutAside && entry.kind === 'file') tree.depart(asked.by, from, entry, false);
    tree.rename(grant, name);
    if (replaced) giveWay(tree, asked.by, replaced, entry);
    return replaced ? 204 : 201;
  });
}

/** Changes the spelling of a name in its folder. */
function respell(
  tree: Tree,
  asked: Asked,
  source: Entry,
  name: string,
  from: KnownName | undefined,
): Statuses {
  const { folder } = source;
  if (!folder) throw new Error('a root is not renamed');
  const other = tree.child(folder, name);
  const taken: Reason[] = other && other !== source ? ['taken'] : [];
  const reasons = [...taken, ...needs(tree, asked, source, UPDATE), ...leaving(tree, asked, source)];
  return unless(reasons, () => {
    if (keyOf(name) !== keyOf(source.name)) tree.dissolveLocks(source);
    noteMove(tree, asked.by, source, { folder, name }, from);
    source.name = name;
    return 201;
  });
}

/** The document that returns to a free name because another one is moved there. */
function preceding(tree: Tree, by: Login, source: Entry, { known }: Place): Departure | undefined {
  if (source.kind === 'folder' || tree.departure(by, known)?.document === source) return undefined;
  const fresh = isFresh(tree, source);
  return returning(tree, by, known, { afterMove: fresh || isTemporary(source), afterDeletion: fresh });
}

function carryOut(tree: Tree, by: Login, change: Move, departure: Departure | undefined): number {
  const { source, place, from } = change;
  const status = place.existing ? 204 : 201;
  const onto = becomesVersion('MOVE', source, place)
    ? place.existing
    : departure && bringBack(tree, departure);
  if (source.kind === 'file' && onto?.kind === 'file') {
    succeed(tree, by, onto, source);
    giveUp(tree, by, source);
  } else relocate(tree, by, source, place, from);
  return status;
}

/** COPY (RFC 4918 §9.8; docs/build/webdav-clients.md, rules 1 and 2). */
export function copy(tree: Tree, step: StepOf<'COPY'>): Statuses {
  const { by, path, to, depth } = step;
  const source = tree.resolve(by, path);
  const place = tree.place(by, to);
  const wrong = misdirected(tree, step);
  if (!source || !place || wrong.length > 0) return wrong;
  const { existing, known } = place;
  if (existing === source) return [403];
  const kind: Succession = { afterMove: source.kind === 'file', afterDeletion: false };
  const departure = existing ? undefined : returning(tree, by, known, kind);
  const reasons = copying(tree, step, source, place);
  if (departure) reasons.push(...comingBack(tree, step, departure));
  return unless(reasons, () => {
    if (source.kind === 'file') {
      const successor = existing ?? (departure && bringBack(tree, departure));
      if (successor?.kind === 'file') {
        succeed(tree, by, successor, source);
        return existing ? 204 : 201;
      }
    }
    if (existing) tree.discard(by, existing);
    duplicate(tree, by, source, place, depth === 'infinity');
    return existing ? 204 : 201;
  });
}
