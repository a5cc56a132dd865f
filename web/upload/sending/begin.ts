import { api, dataOf } from '../../api/client.ts';
import { Questions } from '../../state/actions/questions.ts';
import { showFailure } from '../../state/failures.ts';
import { refreshFolders } from '../../state/files/folder-changes.ts';
import type { Collection } from '../collect.ts';
import { type Clash, entriesAt, findClashes, pathOf } from '../conflicts.ts';
import { enqueue } from '../queue.ts';
import { type Conflict, UploadItem } from '../upload-item.ts';

/** Decisions by path of the file; undefined if the user cancelled the upload. */
type Answers = ReadonlyMap<string, Conflict> | undefined;

/** Files whose names are taken, waiting for the user's decision. */
export interface AskedUpload {
  readonly clashes: readonly Clash[];
  readonly answer: (answers: Answers) => void;
}

/** Queue of uploads that the user is asked about. */
export const askedUploads = new Questions<AskedUpload>();

/** Uploads dropped or picked files, after asking once about names that are taken. */
export async function beginUpload(folderId: number, { files, emptyFolders }: Collection): Promise<void> {
  try {
    const clashes = await findClashes(folderId, files);
    const answers: Answers = clashes.length === 0 ? new Map() : await ask(clashes);
    if (answers === undefined) return;
    const taken = new Map(clashes.map(({ collected, entry }) => [collected, entry]));
    const items = files.map((collected) => {
      const conflict = answers.get(pathOf(collected)) ?? 'version';
      const entry = taken.get(collected);
      const earlier = entry?.type === 'file' ? { id: entry.id, number: entry.version } : undefined;
      return new UploadItem(collected.file, { folderId, path: collected.path, conflict }, earlier);
    });
    // Created before the files, because uploads create folders too, and both would compete for the same parent folders.
    await makeFolders(folderId, emptyFolders);
    enqueue(items);
  } catch (error) {
    showFailure(error);
  }
}

function ask(clashes: readonly Clash[]): Promise<Answers> {
  return new Promise((resolve) => askedUploads.ask({ clashes, answer: resolve }));
}

/** Creates the empty folders of an upload; existing ones stay. */
async function makeFolders(folderId: number, paths: readonly string[]): Promise<void> {
  const known = new Map([['', folderId]]);
  for (const path of paths) {
    let above = '';
    for (const name of path.split('/')) {
      const here = `${above}/${name}`;
      known.set(here, known.get(here) ?? (await folderIn(known.get(above) ?? folderId, name)));
      above = here;
    }
  }
  if (paths.length > 0) refreshFolders(folderId);
}

async function folderIn(parent: number, name: string): Promise<number> {
  return (await findFolder(parent, name)) ?? makeFolder(parent, name);
}

async function findFolder(parent: number, name: string): Promise<number | undefined> {
  const [found] = await entriesAt(parent, [name]);
  return found?.entry.type === 'folder' ? found.entry.id : undefined;
}

async function makeFolder(parent: number, name: string): Promise<number> {
  try {
    return (await dataOf(api.POST('/folders', { body: { name, folder_id: parent } }))).id;
  } catch (error) {
    // Another user may have created it meanwhile.
    const made = await findFolder(parent, name);
    if (made === undefined) throw error;
    return made;
  }
}
