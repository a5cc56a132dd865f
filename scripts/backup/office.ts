import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Cleanups } from '../bench/cleanups.ts';
import { writePeople } from '../scale/office/accounts.ts';
import { DATABASE, fill, makeEmpty } from '../scale/office/make.ts';
import { OfficeWriter } from '../scale/office/office-writer.ts';
import { ADMIN, KEEPER, SPECIAL } from '../scale/office/people.ts';
import { SMALL } from '../scale/office/shape.ts';
import { RunningOffice } from '../scale/running-office.ts';
import type { Visitor } from '../scale/visitor.ts';

/** Documents per folder. */
const FOLDER_DOCUMENTS = 200;
const UPLOADERS = 8;
const TELL_EVERY = 10_000;

/**
 * Creates an office with this number of documents and bytes, unless it exists already. Three of five documents are
 * small and stored as rows of the database; the others are stored as files.
 * @returns its data directory
 */
export async function makeBackupOffice(
  parent: string,
  { documents, bytes }: { documents: number; bytes: number },
  note: (text: string) => void,
): Promise<string> {
  const directory = join(parent, `${String(documents)}-documents-${String(bytes)}-bytes`);
  if (existsSync(directory)) return directory;
  const part = `${directory}.part`;
  await makeEmpty(part);
  fill(join(part, DATABASE), (sqlite) => {
    const { special } = writePeople(sqlite, { ...SMALL, users: SPECIAL.length }, Date.now());
    const writer = new OfficeWriter(sqlite, { at: Date.now(), stepMs: 1 });
    // The administrator already has a home.
    const others = SPECIAL.filter((login) => login !== ADMIN);
    writer.countUsage(others.map((login) => writer.home(special.get(login) ?? 0)));
  });
  const cleanups = new Cleanups();
  try {
    const running = await RunningOffice.start(part, cleanups);
    note(`uploading ${documents.toLocaleString('en')} documents`);
    await upload(running, { documents, bytes }, note);
    await running.stop();
  } finally {
    await cleanups.runAll();
  }
  renameSync(part, directory);
  return directory;
}

async function upload(
  running: RunningOffice,
  { documents, bytes }: { documents: number; bytes: number },
  note: (text: string) => void,
): Promise<void> {
  const first = running.visitor(KEEPER);
  for (let folder = 0; folder * FOLDER_DOCUMENTS < documents; folder += 1)
    await first.ask('MKCOL', `/webdav/${folderName(folder)}`);
  let next = 0;
  const work = async (visitor: Visitor): Promise<void> => {
    for (let index = next++; index < documents; index = next++) {
      await visitor.put(documentPath(index), content(String(index), sizeOf(index, bytes / documents)));
      if (index > 0 && index % TELL_EVERY === 0) note(`${index.toLocaleString('en')} documents`);
    }
  };
  await Promise.all(Array.from({ length: UPLOADERS }, () => work(running.visitor(KEEPER))));
}

/** WebDAV path of a document. */
export function documentPath(index: number): string {
  return `/webdav/${folderName(Math.floor(index / FOLDER_DOCUMENTS))}/document-${String(index)}.bin`;
}

function folderName(number: number): string {
  return `folder-${String(number)}`;
}

/** Three of five documents have a fifth of the mean size, the others more than twice the mean size. */
function sizeOf(index: number, mean: number): number {
  return Math.round(mean * (index % 5 < 3 ? 0.2 : 2.2));
}

/** Incompressible bytes. Equal seeds produce equal bytes. */
export function content(seed: string, size: number): Buffer {
  return createHash('shake256', { outputLength: Math.max(1, size) })
    .update(seed)
    .digest();
}
