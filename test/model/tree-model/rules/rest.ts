import type { Statuses } from './dav-answers.ts';
import {
  DELETE,
  type Document,
  type Entry,
  type Folder,
  head,
  type Login,
  type Place,
  READ,
  UPDATE,
} from './entries.ts';
import { freeName } from './names.ts';
import {
  type Asked,
  copying,
  creating,
  deleting,
  leaving,
  moving,
  needs,
  type Reason,
  writing,
} from './refusals.ts';
import { duplicate, relocate } from './relocations.ts';
import { revise } from './safe-save.ts';
import type { RestStep } from './steps.ts';
import type { Tree } from './tree.ts';

/** Over REST a lock is 403, even for its holder (docs/build/contract/webdav.md §21). */
const STATUS: Readonly<Record<Reason, number>> = { forbidden: 403, locked: 403, taken: 422, misplaced: 422 };

type StepOf<Verb> = Extract<RestStep, { do: Verb }>;

/** The existing entries that the paths and numbers of a step refer to. */
export interface Subject {
  readonly entry: Entry;
  readonly folder: Folder;
}

/** The entry and the folder of a step; undefined when one of them does not exist. */
export function subjectOf(tree: Tree, step: RestStep): Subject | undefined {
  if ('nth' in step) {
    const visible = tree.visibleTrash(step.by);
    const entry = visible[step.nth % Math.max(1, visible.length)];
    return entry && { entry, folder: tree.homes[step.by] };
  }
  const entry = tree.resolve(step.by, step.path);
  const folder = entry && folderOf(tree, step, entry);
  return folder && { entry, folder };
}

function folderOf(tree: Tree, step: Exclude<RestStep, { nth: number }>, entry: Entry): Folder | undefined {
  const into =
    step.do === 'upload' || step.do === 'make folder' ? step.path : 'to' in step ? step.to : undefined;
  if (into === undefined) return entry.folder;
  const folder = tree.resolve(step.by, into);
  return folder?.kind === 'folder' ? folder : undefined;
}

/** The valid statuses of a step over REST (docs/build/contract/concepts.md §2); a successful step changes the tree. */
export function overRest(tree: Tree, step: RestStep, { entry, folder }: Subject): Statuses {
  const asked: Asked = { by: step.by, shows: false };
  if ('nth' in step)
    return step.do === 'restore' ? restore(tree, step, asked, entry) : purge(tree, asked, entry);
  if ('number' in step || step.do === 'describe') return aboutDocument(tree, step, asked, entry);
  switch (step.do) {
    case 'upload':
      return upload(tree, step, asked, folder);
    case 'make folder':
      return makeFolder(tree, step, asked, folder);
    case 'rename':
      return rename(tree, step, asked, entry);
    case 'move':
      return move(tree, asked, entry, folder);
    case 'copy':
      return copy(tree, step, asked, entry, folder);
    case 'delete':
      return unless(deleting(tree, asked, entry), 200, () => tree.discard(step.by, entry));
  }
}

/** A folder is not a document; a user without permission to change it may get the status of that instead. */
function aboutDocument(
  tree: Tree,
  step: StepOf<'describe' | 'restore version' | 'delete version'>,
  asked: Asked,
  entry: Entry,
): Statuses {
  if (entry.kind === 'folder') return [404, ...writing(tree, asked, entry).map((reason) => STATUS[reason])];
  return step.do === 'describe'
    ? describe(tree, step, asked, entry)
    : changeVersion(tree, step, asked, entry);
}

function unless(reasons: readonly Reason[], status: number, change: () => void): Statuses {
  if (reasons.length > 0) return reasons.map((reason) => STATUS[reason]);
  change();
  return [status];
}

/** @param moved an entry that may already have the name at the mount root */
function placeIn(tree: Tree, by: Login, folder: Folder, name: string, moved?: Entry): Place {
  const mount = folder === tree.homes[by] ? tree.mount(by, name)?.entry : undefined;
  const existing = tree.child(folder, name) ?? (mount === moved ? undefined : mount);
  return { folder, name, existing, known: { folder, name } };
}

function upload(tree: Tree, { by, name, content }: StepOf<'upload'>, asked: Asked, folder: Folder): Statuses {
  const { existing } = placeIn(tree, by, folder, name);
  if (existing && (existing.kind === 'folder' || existing.folder !== folder)) return [422];
  if (existing) return unless(writing(tree, asked, existing), 200, () => revise(tree, existing, by, content));
  return unless(creating(tree, asked, folder), 201, () => tree.addDocument(by, folder, name, content));
}

function taken(place: Place): Reason[] {
  return place.existing ? ['taken'] : [];
}

function makeFolder(tree: Tree, { by, name }: StepOf<'make folder'>, asked: Asked, folder: Folder): Statuses {
  const reasons = [...taken(placeIn(tree, by, folder, name)), ...creating(tree, asked, folder)];
  return unless(reasons, 201, () => tree.addFolder(by, folder, name));
}

function rename(tree: Tree, { by, name }: StepOf<'rename'>, asked: Asked, entry: Entry): Statuses {
  const { folder } = entry;
  if (!folder) return [403];
  const rights = entry.kind === 'file' ? writing(tree, asked, entry) : needs(tree, asked, entry, UPDATE);
  if (name === entry.name) return unless(rights, 200, () => undefined);
  if (!tree.allows(by, folder, READ)) return [...rights.map((reason) => STATUS[reason]), 403];
  const place = placeIn(tree, by, folder, name);
  const isFree = place.existing === undefined || place.existing === entry;
  const reasons = [...rights, ...leaving(tree, asked, entry), ...(isFree ? [] : taken(place))];
  return unless(reasons, 200, () => relocateFreely(tree, by, entry, place));
}

function relocateFreely(tree: Tree, by: Asked['by'], entry: Entry, place: Place): void {
  relocate(tree, by, entry, { ...place, existing: undefined });
}

function move(tree: Tree, asked: Asked, entry: Entry, folder: Folder): Statuses {
  if (!entry.folder) return [403];
  const place = placeIn(tree, asked.by, folder, entry.name, entry);
  const reasons = [...taken(place), ...moving(tree, asked, entry, { ...place, existing: undefined })];
  return unless(reasons, 200, () => relocateFreely(tree, asked.by, entry, place));
}

function copy(
  tree: Tree,
  { by, name }: StepOf<'copy'>,
  asked: Asked,
  entry: Entry,
  folder: Folder,
): Statuses {
  const place = placeIn(tree, by, folder, name);
  const reasons = [...taken(place), ...copying(tree, asked, entry, { ...place, existing: undefined })];
  return unless(reasons, 201, () => duplicate(tree, by, entry, place, true));
}

function describe(tree: Tree, step: StepOf<'describe'>, asked: Asked, document: Document): Statuses {
  return unless(writing(tree, asked, document), 200, () => {
    document.title = step.title ?? document.title;
    document.comments = step.comments ?? document.comments;
  });
}

function changeVersion(
  tree: Tree,
  { by, number, do: verb }: StepOf<'restore version' | 'delete version'>,
  asked: Asked,
  document: Document,
): Statuses {
  const reasons = writing(tree, asked, document, verb === 'restore version' ? UPDATE : DELETE);
  const meant = document.versions.find((version) => version.number === number);
  if (!meant) return [404, ...reasons.map((reason) => STATUS[reason])];
  if (verb === 'restore version') {
    return unless(reasons, 200, () => revise(tree, document, by, meant.content));
  }
  if (meant === head(document)) return [422, ...reasons.map((reason) => STATUS[reason])];
  return unless(reasons, 200, () => {
    document.versions = document.versions.filter((version) => version !== meant);
  });
}

/**
 * Restores to the old folder or its nearest remaining ancestor. A home accepts only its own entries, or entries that
 * their owner moves there.
 */
function restore(tree: Tree, { by, toHome }: StepOf<'restore'>, asked: Asked, entry: Entry): Statuses {
  const deletion = tree.trash.get(entry);
  if (!deletion) throw new Error(`${entry.name} is not in the trash`);
  const folder = toHome ? tree.homes[by] : nearestFolder(tree, entry);
  if (!tree.allows(by, folder, READ)) return [422];
  const isElsewhere = tree.owner(folder) !== deletion.owner && deletion.owner !== by;
  const reasons: Reason[] = [
    ...creating(tree, asked, folder),
    ...(isElsewhere ? (['forbidden'] as const) : []),
  ];
  return unless(reasons, 200, () => {
    tree.forget(entry);
    tree.revive(
      entry,
      folder,
      freeName(entry, (name) => placeIn(tree, by, folder, name).existing !== undefined),
    );
  });
}

function nearestFolder(tree: Tree, entry: Entry): Folder {
  let deletion = tree.trash.get(entry);
  const owner = deletion?.owner;
  while (deletion?.folder) {
    const { folder } = deletion;
    if (tree.owner(folder) !== undefined) return folder;
    let root: Entry = folder;
    while (root.folder) root = root.folder;
    deletion = tree.trash.get(root);
  }
  if (owner === undefined) throw new Error(`${entry.name} is not in the trash`);
  return tree.homes[owner];
}

function purge(tree: Tree, { by }: Asked, entry: Entry): Statuses {
  if (tree.trash.get(entry)?.owner !== by) return [403];
  tree.erase(entry);
  return [200];
}
