import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf, piecesOf } from './contents.ts';
import { inParallel } from './measure.ts';
import type { Launch } from './server-process.ts';
import { type Session, unexpected, WRITTEN } from './session.ts';

const WRITERS = 8;

/** How many small files there are to be read. */
const SMALL_FILES = 64;
const smallFirst = 1_000_000_000;

/** Folders of many files, by the number of them. */
export const LISTED = [1_000, 10_000];
const LISTED_BYTES = 100;

export const TREE = { folders: 10, files: 100 };

/** The large file, by the number of its content, and where it lies. */
export const LARGE = { file: 1, path: 'large' };

/** The path of one of the small files; a number beyond the last starts anew. */
export function smallPath(number: number): string {
  return `small/f${number % SMALL_FILES}`;
}

export function smallContent(number: number): Buffer {
  return contentOf(smallFirst + (number % SMALL_FILES));
}

/** Puts the small files there. */
export function smallFiles(session: Session): Promise<void> {
  return session.fixture('small', async () => {
    await makeFolder(session, 'small');
    await inParallel(WRITERS, SMALL_FILES, (number, connection) =>
      put(session, connection, smallPath(number), smallContent(number)),
    );
  });
}

export function listedFolder(count: number): string {
  return `listed-${count}`;
}

function listedName(number: number): string {
  return `document ${String(number).padStart(5, '0')}.txt`;
}

/** Puts the folders of many files where a server finds them when it starts, if it serves what lies in a folder. */
export function fillListed({ files }: Launch): void {
  if (files === undefined) return;
  for (const count of LISTED) {
    const folder = join(files.folder, listedFolder(count));
    mkdirSync(folder);
    const made = [folder];
    for (let number = 0; number < count; number++) {
      const file = join(folder, listedName(number));
      writeFileSync(file, contentOf(number, LISTED_BYTES));
      made.push(file);
    }
    const { owner } = files;
    if (owner !== undefined) for (const path of made) chownSync(path, owner.uid, owner.gid);
  }
}

/** Puts a folder of many files there, unless `fillListed` has. */
export function listedFiles(session: Session, count: number): Promise<void> {
  return session.fixture(listedFolder(count), async () => {
    if (session.launch.files !== undefined) return;
    await makeFolder(session, listedFolder(count));
    await inParallel(WRITERS, count, (number, connection) => putListed(session, count, number, connection));
  });
}

/** Writes one of the listed files anew. */
export function putListed(session: Session, count: number, number: number, connection = 0): Promise<void> {
  const path = `${listedFolder(count)}/${encodeURIComponent(listedName(number))}`;
  return put(session, connection, path, contentOf(session.nextNumber(), LISTED_BYTES));
}

export function treeContent(folder: number, file: number): Buffer {
  return contentOf(2 * smallFirst + folder * TREE.files + file);
}

/** Puts the tree there that is copied, moved and deleted. */
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

/** Puts the large file there. */
export function largeFile(session: Session): Promise<void> {
  return session.fixture('large', () => putLarge(session, LARGE.path, LARGE.file));
}

/** Writes a large file. */
export async function putLarge(session: Session, path: string, file: number): Promise<void> {
  const { largeBytes } = session.settings;
  await session.call('PUT', path, WRITTEN, { body: piecesOf(file, largeBytes), bodyLength: largeBytes });
}

export async function makeFolder(session: Session, path: string): Promise<void> {
  await session.call('MKCOL', `${path}/`, [201]);
}

async function put(session: Session, connection: number, path: string, body: Buffer): Promise<void> {
  const answer = await session.connection(connection).send(session.request('PUT', path, { body }));
  if (!WRITTEN.includes(answer.status)) throw unexpected(`PUT ${path}`, answer);
}
