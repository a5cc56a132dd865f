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

/** Why something is refused; each face has a status for each. */
export type Reason = 'forbidden' | 'locked' | 'taken' | 'misplaced';

/** Who asks, and whether he shows the tokens of his locks. */
export interface Asked {
  readonly by: Login;
  readonly shows: boolean;
}

export function needs(tree: Tree, { by }: Asked, entry: Entry, bit: number): Reason[] {
  return tree.allows(by, entry, bit) ? [] : ['forbidden'];
}

/** One token of those that cover an entry is enough (RFC 4918 §6.2). */
function held({ by, shows }: Asked, covering: readonly Lock[]): Reason[] {
  return covering.length === 0 || (shows && covering.some((lock) => lock.by === by)) ? [] : ['locked'];
}

function unlocked(tree: Tree, asked: Asked, entry: Entry): Reason[] {
  return held(asked, tree.covering(entry));
}

/** A document comes back to its name; one that never went elsewhere may have been locked there by others meanwhile. */
export function comingBack(tree: Tree, asked: Asked, departure: Departure): Reason[] {
  const { document, lay } = departure;
  if (!isByName(departure)) return unlocked(tree, asked, lay.folder);
  return held(
    asked,
    tree.covering(document).filter((lock) => lock.entry !== document || lock.by !== asked.by),
  );
}

/** A new name in a folder. */
export function creating(tree: Tree, asked: Asked, folder: Folder): Reason[] {
  return [...needs(tree, asked, folder, CREATE), ...unlocked(tree, asked, folder)];
}

/** A change of what is there. */
export function writing(tree: Tree, asked: Asked, entry: Entry, bit = UPDATE): Reason[] {
  return [...needs(tree, asked, entry, bit), ...unlocked(tree, asked, entry)];
}

/** An entry leaves its name: what is locked beneath it and the folder around it count too (RFC 4918 §7.4). */
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

/** Nothing goes into itself, onto itself, or in the place of a folder that it lies in. */
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
