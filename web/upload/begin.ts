import { signal } from '@preact/signals';
import { api, dataOf } from '../api/client.ts';
import { refreshFolders, showFailure } from '../state/entry-actions.ts';
import type { Collection } from './collect.ts';
import { type Clash, entriesAt, findClashes, pathOf } from './conflicts.ts';
import { enqueue } from './queue.ts';
import { type Conflict, UploadItem } from './upload-item.ts';

/** Answers by the path of the file; undefined: nothing is to be uploaded. */
type Answers = ReadonlyMap<string, Conflict> | undefined;

/** Files of which some meet what is there, until the user has said what is to become of them. */
export interface AskedUpload {
  readonly clashes: readonly Clash[];
  readonly answer: (answers: Answers) => void;
}

/** What the user is asked now; undefined: nothing. */
export const askedUpload = signal<AskedUpload | undefined>(undefined);

/** Uploads what a user has dropped or picked, after asking once about names that are taken. */
export async function beginUpload(folderId: number, { files, emptyFolders }: Collection): Promise<void> {
  try {
    const clashes = await findClashes(folderId, files);
    const answers: Answers = clashes.length === 0 ? new Map() : await ask(clashes);
    if (answers === undefined) return;
    const items = files.map((collected) => {
      const conflict = answers.get(pathOf(collected)) ?? 'version';
      return new UploadItem(collected.file, { folderId, path: collected.path, conflict });
    });
    enqueue(items);
    for (const path of emptyFolders) await makeFolders(folderId, path);
    if (emptyFolders.length > 0) refreshFolders(folderId);
  } catch (error) {
    showFailure(error);
  }
}

function ask(clashes: readonly Clash[]): Promise<Answers> {
  return new Promise((resolve) => {
    askedUpload.value = {
      clashes,
      answer: (answers) => {
        askedUpload.value = undefined;
        resolve(answers);
      },
    };
  });
}

/** Makes folders that have nothing in them; those that are there already stay. */
async function makeFolders(folderId: number, path: string): Promise<void> {
  let parent = folderId;
  for (const name of path.split('/')) parent = await folderIn(parent, name);
}

async function folderIn(parent: number, name: string): Promise<number> {
  const [found] = await entriesAt(parent, [name]);
  if (found?.entry.type === 'folder') return found.entry.id;
  return (await dataOf(api.POST('/folders', { body: { name, folder_id: parent } }))).id;
}
