import { dirname, relative, sep } from 'node:path';
import type { DiskEvent } from './disk-record.ts';

/** Required steps before a change of rows is acknowledged, in this order. */
export const ROWS = ['rows committed', 'log synced'] as const;
/** Required steps before those, for a content that is stored in a file. */
export const CONTENT = [
  'content written',
  'content synced',
  'content in its place',
  'folder synced',
] as const;

interface Named {
  readonly staged: string;
  readonly final: string;
}

/**
 * Extracts the order of a write from a record: one list of steps per content that was stored in a file, or a single
 * list without such steps. Consecutive equal steps count once. A sync covers only changes from before it started.
 */
export function ordersOf(events: readonly DiskEvent[], dataDirectory: string): string[][] {
  const contents = events.filter((event) => event.kind === 'rename');
  const named: (Named | undefined)[] = contents.map(({ path, to }) => ({ staged: path, final: to }));
  if (named.length === 0) named.push(undefined);
  return named.map((content) => {
    const steps: string[] = [];
    for (const [index, event] of events.entries()) {
      const step = stepOf(event, index, events, content, dataDirectory);
      if (step !== undefined && step !== steps.at(-1)) steps.push(step);
    }
    return steps;
  });
}

function stepOf(
  event: DiskEvent,
  index: number,
  events: readonly DiskEvent[],
  content: Named | undefined,
  dataDirectory: string,
): string | undefined {
  if (event.kind === 'commit') return 'rows committed';
  if (event.kind === 'answer') return `answered ${String(event.status)}`;
  if (event.kind === 'sync')
    return isLate(event, index, events) ? undefined : syncOf(event.path, content, dataDirectory);
  if (event.path !== content?.staged) return undefined;
  if (event.kind === 'write') return 'content written';
  return event.kind === 'rename' ? 'content in its place' : undefined;
}

function syncOf(path: string, content: Named | undefined, dataDirectory: string): string | undefined {
  if (path === content?.staged) return 'content synced';
  if (content && path === dirname(content.final)) return 'folder synced';
  return relative(dataDirectory, path) === 'dms.sqlite-wal' ? 'log synced' : undefined;
}

/** True if the file changed during the sync, which may have missed the change. */
function isLate(
  { path, begun }: Extract<DiskEvent, { kind: 'sync' }>,
  index: number,
  events: readonly DiskEvent[],
): boolean {
  return events.slice(begun, index).some((other) => changedBy(other).includes(path));
}

function changedBy(event: DiskEvent): string[] {
  switch (event.kind) {
    case 'write':
    case 'commit':
      return [event.path];
    case 'rename':
      return [dirname(event.path), dirname(event.to)];
    case 'make':
    case 'remove':
      return [dirname(event.path)];
    case 'sync':
    case 'answer':
      return [];
  }
}

/** Folders in which a content was named and that were not synced before the next commit, as relative paths. */
export function unsyncedFolders(events: readonly DiskEvent[], dataDirectory: string): string[] {
  const commit = events.findIndex(({ kind }) => kind === 'commit');
  return events
    .flatMap((event, index) => {
      const made = event.kind === 'rename' ? event.to : event.kind === 'make' ? event.path : undefined;
      if (made === undefined || index > commit) return [];
      const folder = dirname(made);
      const isSynced = events
        .slice(0, commit)
        .some((other) => other.kind === 'sync' && other.path === folder && other.begun > index);
      return isSynced ? [] : [relative(dataDirectory, folder).split(sep).join('/')];
    })
    .sort();
}
