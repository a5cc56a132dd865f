import { signal } from '@preact/signals';
import { defaultOptions, type PreviousUpload } from 'tus-js-client';
import { api, dataOf } from '../api/client.ts';
import { showFailure } from '../state/failures.ts';
import { isUploadedElsewhere } from './other-tabs.ts';
import { enqueue, pending } from './queue.ts';
import { type Begun, begunOf, discardBegun } from './sending/begun.ts';
import { PREFIX } from './sending/fingerprint.ts';
import { showUploads } from './upload.ts';
import { type Conflict, UploadItem, type UploadPlace } from './upload-item.ts';

/** A large file that was only partly sent from this browser before the page was closed. */
export interface Unfinished extends Begun {
  readonly name: string;
  readonly bytes: number;
  /** As in `File.lastModified`: milliseconds since 1970. */
  readonly lastModified: number;
  readonly place: UploadPlace;
}

/** Uploads that can be resumed once the user has chosen their files again. */
export const unfinished = signal<readonly Unfinished[]>([]);

/** Finds uploads that the service still has and that no other tab is sending. */
export async function findUnfinished(): Promise<void> {
  const known = new Set((await dataOf(api.GET('/uploads'))).map(({ id }) => id));
  const stored = (await defaultOptions.urlStorage.findAllUploads()).filter(({ urlStorageKey: key }) =>
    key.startsWith(PREFIX),
  );
  const found: Unfinished[] = [];
  for (const each of stored) {
    const upload = unfinishedOf(each);
    if (upload !== undefined && known.has(upload.id)) found.push(upload);
    else localStorage.removeItem(each.urlStorageKey);
  }
  if (pending.value.length === 0 && !(await isUploadedElsewhere())) unfinished.value = found;
}

/** @returns undefined if another version of the page stored it in a different form */
function unfinishedOf(upload: PreviousUpload): Unfinished | undefined {
  const { size, metadata } = upload;
  const { filename: name, folder_id: folder, path = '', conflict, modified_at: modified } = metadata;
  const begun = begunOf(upload);
  if (
    size === null ||
    name === undefined ||
    modified === undefined ||
    Number.isNaN(begun.id) ||
    !isConflict(conflict)
  )
    return undefined;
  const place = { folderId: Number(folder), path, conflict };
  return { ...begun, name, bytes: size, lastModified: Date.parse(modified), place };
}

function isConflict(value: unknown): value is Conflict {
  return value === 'version' || value === 'rename' || value === 'skip';
}

/** Resumes the unfinished uploads of these files. @returns the number of files without one */
export function resume(files: Iterable<File>): number {
  const chosen = [...files];
  const items = chosen.flatMap((file) => {
    const begun = unfinished.value.find((each) => isOf(each, file));
    return begun === undefined ? [] : [{ begun, item: new UploadItem(file, begun.place) }];
  });
  const taken = new Set(items.map(({ begun }) => begun.id));
  unfinished.value = unfinished.value.filter(({ id }) => !taken.has(id));
  enqueue(items.map(({ item }) => item));
  void showUploads();
  return chosen.length - items.length;
}

function isOf({ name, bytes, lastModified }: Unfinished, file: File): boolean {
  return file.name === name && file.size === bytes && file.lastModified === lastModified;
}

/** Discards all unfinished uploads, in this browser and on the service. */
export async function discardUnfinished(): Promise<void> {
  const all = unfinished.value;
  unfinished.value = [];
  // One failure does not stop the others.
  for (const each of all) await discardBegun(each).catch(showFailure);
}
