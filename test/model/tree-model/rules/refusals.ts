import {
  CREATE,
  DELETE,
  type Departure,
  type Entry,
  type Folder,
  isByName,
  type Lock,
  type Login,
  type Place,
  UPDATE,
} from './entries.ts';
import { isTemporary } from './names.ts';
import { isWithin, type Tree } from './tree.ts';

/** Reason of a refusal; each interface has a status for each reason. */
export type Reason = 'forbidden' | 'locked' | 'taken' | 'misplaced';

/** The user of a request, and whether it submits the user's lock tokens. */
export interface Asked {
  readonly by: Login;
  readonly shows: boolean;
}

export function needs(tree: Tree, { by }: Asked, entry: Entry, bit: number): Reason[] {
  return tree.allows(by, entry, bit) ? [] : ['forbidden'];
}

/** One token of the locks that cover an entry is enough (RFC 4918 §6.2). */
function held({ by, shows }: Asked, covering: readonly Lock[]): Reason[] {
  return covering.length === 0 || (shows && covering.some((lock) => lock.by === by)) ? [] : ['locked'];
}

function unlocked(tree: Tree, asked: Asked, entry: Entry): Reason[] {
  return held(asked, tree.covering(entry));
}

/** A document returns to its name. Other users may have locked a document there that was never moved elsewhere. */
export function comingBack(tree: Tree, asked: Asked, departure: Departure): Reason[] {
  const { document, lay } = departure;
  if (!isByName(departure)) return unlocked(tree, asked, lay.folder);
  return held(
    asked,
    tree.covering(document).filter((lock) => lock.entry !== document || lock.by !== asked.by),
  );
}

/** Creating a name in a folder. */
export function creating(tree: Tree, asked: Asked, folder: Folder): Reason[] {
  return [...needs(tree, asked, folder, CREATE), ...unlocked(tree, asked, folder)];
}

/** Changing an existing entry. */
export function writing(tree: Tree, asked: Asked, entry: Entry, bit = UPDATE): Reason[] {
  return [...needs(tree, asked, entry, bit), ...unlocked(tree, asked, entry)];
}

/** An entry leaves its name: locks below it and on its folder count too (RFC 4918 §7.4). */
export function leaving(tree: Tree, asked: Asked, entry: Entry): Reason[] {
  const around = entry.folder ? unlocked(tree, asked, entry.folder) : [];
  return [...around, ...tree.subtree(entry).flatMap((one) => unlocked(tree, asked, one))];
}

export function deleting(tree: Tree, asked: Asked, entry: Entry): Reason[] {
  return [...needs(tree, asked, entry, DELETE), ...leaving(tree, asked, entry)];
}

/** True when the content of one document becomes the next version of another, which keeps its identity (rule 1). */
export function becomesVersion(
  kind: 'MOVE' | 'COPY',
  source: Entry,
  { existing, folder, name }: Place,
): boolean {
  if (existing?.kind !== 'file' || source.kind !== 'file') return false;
  return kind === 'COPY' || !isTemporary({ folder, name });
}

/** An entry cannot go into itself, onto itself, or replace a folder that contains it. */
function apart(source: Entry, { folder, existing }: Place): Reason[] {
  const isApart = !isWithin(folder, source) && !(existing && isWithin(source, existing));
  return isApart ? [] : ['misplaced'];
}

export function copying(tree: Tree, asked: Asked, source: Entry, place: Place): Reason[] {
  const { existing, folder } = place;
  if (becomesVersion('COPY', source, place) && existing) {
    return [...apart(source, place), ...writing(tree, asked, existing)];
  }
  return [
    ...apart(source, place),
    ...creating(tree, asked, folder),
    ...(existing ? deleting(tree, asked, existing) : []),
  ];
}

export function moving(tree: Tree, asked: Asked, source: Entry, place: Place): Reason[] {
  const { existing, folder } = place;
  const isRename = folder === source.folder;
  const common = [...apart(source, place), ...leaving(tree, asked, source)];
  if (becomesVersion('MOVE', source, place) && existing) {
    return [...common, ...needs(tree, asked, source, DELETE), ...writing(tree, asked, existing)];
  }
  return [
    ...common,
    ...needs(tree, asked, source, isRename ? UPDATE : DELETE),
    ...(isRename ? [] : creating(tree, asked, folder)),
    ...(existing ? deleting(tree, asked, existing) : []),
  ];
}
