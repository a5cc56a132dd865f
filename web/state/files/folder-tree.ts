import { computed, effect, signal } from '@preact/signals';
import { loadEntries } from '../../api/contents.ts';
import type { Entry } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { showFailure } from '../failures.ts';
import { type Change, onChange } from '../session/events.ts';
import { entryChanges } from './folder-changes.ts';

/** A row of the tree. */
export interface TreeLine {
  /**
   * The ids on the path to it. The folder's id is not unique: a shared folder appears at the top and may appear in
   * another folder.
   */
  readonly key: string;
  readonly folderId: number;
  readonly name: string;
  /** Undefined for the last row of a truncated list, which links to the folder's page. */
  readonly folder: Entry | undefined;
  /** Depth, from 1. */
  readonly level: number;
  /** Position among the sibling rows, from 1. */
  readonly position: number;
  /** Number of sibling rows, including this one. */
  readonly count: number;
  /** Undefined if the folder has no subfolders. */
  readonly isOpen: boolean | undefined;
}

/** The subfolders of one folder. */
interface Branch {
  readonly folders: readonly Entry[];
  readonly total: number;
}

/** Id of the top folder. */
const TOP = 0;
/** Maximum number of subfolders shown per folder. The folder's page shows all of them. */
const SHOWN = 200;

const branches = signal<ReadonlyMap<number, Branch>>(new Map());
const opened = signal<ReadonlySet<string>>(new Set());
const asked = new Map<number, symbol>();

/** The visible rows of the tree, from top to bottom. */
export const treeLines = computed(() => linesOf(TOP, ''));

/** The key of a folder's row. @param ids its ancestors and the folder itself, from the top */
export function keyOf(ids: readonly number[]): string {
  return ids.map((id) => `/${String(id)}`).join('');
}

function linesOf(parentId: number, parentKey: string): readonly TreeLine[] {
  const { folders, total } = branches.value.get(parentId) ?? { folders: [], total: 0 };
  const rest = total - folders.length;
  const common = { level: parentKey.split('/').length, count: folders.length + Math.sign(rest) };
  const lines = folders.flatMap((folder, index): readonly TreeLine[] => {
    const key = parentKey + keyOf([folder.id]);
    const isOpen = branches.value.get(folder.id)?.total === 0 ? undefined : opened.value.has(key);
    const { id: folderId, name } = folder;
    const line = { ...common, key, folderId, name, folder, position: index + 1, isOpen };
    return isOpen === true ? [line, ...linesOf(folderId, key)] : [line];
  });
  if (rest === 0) return lines;
  const last = { key: `${parentKey}/rest`, folderId: parentId, name: t().moreFolders(rest) };
  return [...lines, { ...common, ...last, folder: undefined, position: common.count, isOpen: undefined }];
}

/** Expands or collapses a row. */
export function openLine(key: string, isOpen = true): void {
  const keys = new Set(opened.peek());
  if (isOpen) keys.add(key);
  else keys.delete(key);
  opened.value = keys;
}

/** Expands the rows above a row, so that the row becomes visible. */
export function revealLine(key: string): void {
  const ids = key.split('/').slice(1, -1).map(Number);
  opened.value = new Set([...opened.peek(), ...ids.map((_, index) => keyOf(ids.slice(0, index + 1)))]);
}

async function load(id: number): Promise<void> {
  const request = Symbol(String(id));
  asked.set(id, request);
  const { items: folders, total } = await loadEntries(id, { type: 'folder', per_page: SHOWN });
  // A response to an earlier request may arrive later with older data.
  if (asked.get(id) === request) branches.value = new Map(branches.peek()).set(id, { folders, total });
}

function forget(id: number): void {
  asked.delete(id);
  const kept = new Map(branches.peek());
  kept.delete(id);
  branches.value = kept;
}

/** Loads the subfolders of expanded rows that are not loaded yet. */
function loadOpened(): void {
  for (const { isOpen, folderId } of treeLines.value) {
    if (isOpen !== true || asked.has(folderId)) continue;
    load(folderId).catch((error: unknown) => {
      // Collapse first: an expanded row that is not loaded would be requested again.
      for (const line of treeLines.peek()) if (line.folderId === folderId) openLine(line.key, false);
      forget(folderId);
      showFailure(error);
    });
  }
}

/** Reloads the subfolders of a folder, or evicts them if they are not visible. */
function refresh(id: number): void {
  const isSeen = id === TOP || treeLines.peek().some(({ folderId, isOpen }) => folderId === id && isOpen);
  // If the service cannot be reached, the old rows stay.
  if (isSeen) load(id).catch(() => undefined);
  else if (branches.peek().has(id)) forget(id);
}

/** True for the user's home. Its id is known only from the entries in it. */
function isHome(id: number): boolean {
  const homes =
    branches
      .peek()
      .get(TOP)
      ?.folders.flatMap(({ folder_id }) => folder_id ?? []) ?? [];
  return homes.length === 0 || homes.includes(id);
}

function follow(change: Change): void {
  if (change.kind === 'reset') for (const id of new Set([TOP, ...branches.peek().keys()])) refresh(id);
  if (change.kind !== 'folder') return;
  refresh(change.id);
  if (change.id !== TOP && isHome(change.id)) refresh(TOP);
}

/** Loads the tree and keeps it up to date with changes by this and other users. @returns stops the updates */
export function startTree(): () => void {
  refresh(TOP);
  const stops = [
    onChange(follow),
    effect(loadOpened),
    effect(() => {
      for (const id of new Set(entryChanges.value)) refresh(id);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
