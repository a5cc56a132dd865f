import { type Entry, type Folder, type KnownName, type Login, type Place } from './entries.ts';
import { isTemporary } from './names.ts';
import { copyDocument, passLocks, replace } from './safe-save.ts';
import type { Tree } from './tree.ts';

/** Moves an entry, replacing the existing one; the name that a document leaves may be remembered (rule 2). */
export function relocate(tree: Tree, by: Login, source: Entry, place: Place, from?: KnownName): void {
  const { folder, name, existing } = place;
  tree.dissolveLocks(source);
  if (existing) giveWay(tree, by, existing, source);
  if (tree.owner(source) !== by && tree.owner(source) !== tree.owner(folder)) {
    const copy = duplicate(tree, by, source, place, true);
    if (copy.kind === 'file' && isTemporary(place)) {
      copy.title = null;
      copy.comments = '';
    }
    if (from && source.kind === 'file' && !isTemporary(source)) tree.depart(by, from, source, true);
    tree.discard(by, source);
    return;
  }
  noteMove(tree, by, source, place, from);
  source.folder = folder;
  source.name = name;
}

/** @param from the name that a client left by moving; undefined when it is not a save */
export function noteMove(
  tree: Tree,
  by: Login,
  source: Entry,
  { folder, name }: KnownName,
  from: KnownName | undefined,
): void {
  if (source.kind === 'folder') return;
  if (!isTemporary({ folder, name })) tree.forget(source);
  else if (from && !isTemporary(source)) tree.depart(by, from, source, false);
}

/** Removes the entry that a move replaces; its own locks cover the successor. */
export function giveWay(tree: Tree, by: Login, existing: Entry, successor: Entry): void {
  passLocks(tree, existing, successor);
  if (existing.kind === 'file' && successor.kind === 'file') replace(tree, by, existing);
  else tree.discard(by, existing);
}

/** Creates new documents that have only the heads. */
export function duplicate(
  tree: Tree,
  by: Login,
  source: Entry,
  { folder, name }: { readonly folder: Folder; readonly name: string },
  withMembers: boolean,
): Entry {
  if (source.kind === 'file') return copyDocument(tree, by, source, folder, name);
  const members = withMembers ? tree.members(source) : [];
  const copy = tree.addFolder(by, folder, name);
  copy.properties = new Map(source.properties);
  for (const member of members) duplicate(tree, by, member, { folder: copy, name: member.name }, true);
  return copy;
}
