import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chunksOf, contentOf } from './contents.ts';
import { inParallel } from './measure.ts';
import type { Launch } from './servers/server-process.ts';
import { type Session, unexpected, WRITTEN } from './session.ts';

const WRITERS = 8;

/** Number of small files that are read. */
const SMALL_FILES = 64;
const smallFirst = 1_000_000_000;

/** Numbers of files in the listed folders. */
export const LISTED = [1_000, 10_000];
const LISTED_BYTES = 100;

/** Size of the tree that is copied, moved and deleted: folders, and files per folder. */
export const TREE = { folders: 10, files: 100 };

/** The large file: its content number and its path. */
export const LARGE = { file: 1, path: 'large' };

/** @returns the path of a small file; numbers beyond the last file wrap around */
export function smallPath(number: number): string {
  return `small/f${number % SMALL_FILES}`;
}

/** @returns the content of the small file at {@link smallPath} */
export function smallContent(number: number): Buffer {
  return contentOf(smallFirst + (number % SMALL_FILES));
}

/** Uploads the small files, once per session. */
export function smallFiles(session: Session): Promise<void> {
  return session.fixture('small', async () => {
    await makeFolder(session, 'small');
    await inParallel(WRITERS, SMALL_FILES, (number, connection) =>
      put(session, connection, smallPath(number), smallContent(number)),
    );
  });
}

/** @returns the path of the folder with `count` files */
export function listedFolder(count: number): string {
  return `listed-${count}`;
}

function listedName(number: number): string {
  return `document ${String(number).padStart(5, '0')}.txt`;
}

/** Writes the listed folders to the disk before the start of a server that serves a folder of the disk. */
export function fillListed({ files }: Launch): void {
  if (files === undefined) return;
  for (const count of LISTED) {
    const folder = join(files.folder, listedFolder(count));
    mkdirSync(folder);
    const created = [folder];
    for (let number = 0; number < count; number++) {
      const file = join(folder, listedName(number));
      writeFileSync(file, contentOf(number, LISTED_BYTES));
      created.push(file);
    }
    const { owner } = files;
    if (owner !== undefined) for (const path of created) chownSync(path, owner.uid, owner.gid);
  }
}

/** Uploads a folder with `count` files, unless {@link fillListed} has written it. */
export function listedFiles(session: Session, count: number): Promise<void> {
  return session.fixture(listedFolder(count), async () => {
    if (session.launch.files !== undefined) return;
    await makeFolder(session, listedFolder(count));
    await inParallel(WRITERS, count, (number, connection) => putListed(session, count, number, connection));
  });
}

/** Uploads new content for one of the listed files. */
export function putListed(session: Session, count: number, number: number, connection = 0): Promise<void> {
  const path = `${listedFolder(count)}/${encodeURIComponent(listedName(number))}`;
  return put(session, connection, path, contentOf(session.nextNumber(), LISTED_BYTES));
}

/** @returns the content of a file in the tree */
export function treeContent(folder: number, file: number): Buffer {
  return contentOf(2 * smallFirst + folder * TREE.files + file);
}

/** Uploads the {@link TREE}, once per session. */
export function tree(session: Session): Promise<void> {
  return session.fixture('tree', async () => {
    await makeFolder(session, 'tree');
    await makeFolder(session, 'moved');
    for (let folder = 0; folder < TREE.folders; folder++) await makeFolder(session, `tree/d${folder}`);
    await inParallel(WRITERS, TREE.folders * TREE.files, (number, connection) => {
      const folder = Math.floor(number / TREE.files);
      const file = number % TREE.files;
      return put(session, connection, `tree/d${folder}/f${file}`, treeContent(folder, file));
    });
  });
}

/** Uploads the {@link LARGE} file, once per session. */
export function largeFile(session: Session): Promise<void> {
  return session.fixture('large', () => putLarge(session, LARGE.path, LARGE.file));
}

/** Uploads the large file with the number `file` to `path`. */
export async function putLarge(session: Session, path: string, file: number): Promise<void> {
  const { largeBytes } = session.settings;
  await session.call('PUT', path, WRITTEN, { body: chunksOf(file, largeBytes), bodyLength: largeBytes });
}

/** Creates a folder with MKCOL. */
export async function makeFolder(session: Session, path: string): Promise<void> {
  await session.call('MKCOL', `${path}/`, [201]);
}

async function put(session: Session, connection: number, path: string, body: Buffer): Promise<void> {
  const answer = await session.connection(connection).send(session.request('PUT', path, { body }));
  if (!WRITTEN.includes(answer.status)) throw unexpected(`PUT ${path}`, answer);
}
