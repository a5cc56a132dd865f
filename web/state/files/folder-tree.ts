import { computed, effect, signal } from '@preact/signals';
import { loadEntries } from '../../api/contents.ts';
import type { Entry } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { showFailure } from '../actions/failures.ts';
import { type Change, onChange } from '../session/events.ts';
import { entryChanges } from './folder-changes.ts';

/** A line of the tree. */
export interface TreeLine {
  /** The ids on the way to it: a folder can be shared at the top, and stand in another one too. */
  readonly key: string;
  readonly folderId: number;
  readonly name: string;
  /** Undefined for the line that leads to the folders for which there is no room. */
  readonly folder: Entry | undefined;
  /** From 1. */
  readonly level: number;
  /** Among the lines beside it, from 1. */
  readonly position: number;
  /** How many lines are beside it, itself included. */
  readonly count: number;
  /** Undefined if there is nothing to open. */
  readonly isOpen: boolean | undefined;
}

/** The folders of one folder. */
interface Branch {
  readonly folders: readonly Entry[];
  readonly total: number;
}

/** What the user sees at the top. */
const TOP = 0;
/** Most folders that are shown of one folder. Its page has all of them. */
const SHOWN = 200;

const branches = signal<ReadonlyMap<number, Branch>>(new Map());
const opened = signal<ReadonlySet<string>>(new Set());
const asked = new Map<number, symbol>();

/** The lines of the tree that can be seen, from the top to the bottom. */
export const treeLines = computed(() => linesOf(TOP, ''));

/** The key of the line of a folder. @param ids those of the folders above it, and its own */
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

/** Opens a line, or closes it. */
export function openLine(key: string, isOpen = true): void {
  const keys = new Set(opened.peek());
  if (isOpen) keys.add(key);
  else keys.delete(key);
  opened.value = keys;
}

/** Opens what is above a line, so that it can be seen. */
export function revealLine(key: string): void {
  const ids = key.split('/').slice(1, -1).map(Number);
  opened.value = new Set([...opened.peek(), ...ids.map((_, index) => keyOf(ids.slice(0, index + 1)))]);
}

async function load(id: number): Promise<void> {
  const request = Symbol(String(id));
  asked.set(id, request);
  const { items: folders, total } = await loadEntries(id, { type: 'folder', per_page: SHOWN });
  // An answer to an earlier request may come later, and is older.
  if (asked.get(id) === request) branches.value = new Map(branches.peek()).set(id, { folders, total });
}

function forget(id: number): void {
  asked.delete(id);
  const kept = new Map(branches.peek());
  kept.delete(id);
  branches.value = kept;
}

/** Loads what is open, and not there yet. */
function loadOpened(): void {
  for (const { isOpen, folderId } of treeLines.value) {
    if (isOpen !== true || asked.has(folderId)) continue;
    load(folderId).catch((error: unknown) => {
      // Before it is forgotten: what is open and not there is asked for again.
      for (const line of treeLines.peek()) if (line.folderId === folderId) openLine(line.key, false);
      forget(folderId);
      showFailure(error);
    });
  }
}

/** Looks at the folders of a folder again, or forgets them until it is opened. */
function refresh(id: number): void {
  const isSeen = id === TOP || treeLines.peek().some(({ folderId, isOpen }) => folderId === id && isOpen);
  // What was there stays if the service cannot be reached.
  if (isSeen) load(id).catch(() => undefined);
  else if (branches.peek().has(id)) forget(id);
}

/** True for the home, whose id only its entries tell. */
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

/** Loads the tree, and keeps it as the folders are, whoever changes them. @returns stops */
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
