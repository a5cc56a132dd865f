import { join } from 'node:path';
import type { Document, Version } from '../../model/entries/entry.ts';
import { splitExtension } from '../../model/entries/names.ts';
import type { DirectoryHandle } from '../../storage/disk/directory-handle.ts';
import { hashFile } from '../../storage/disk/file-pieces.ts';
import { DamagedContent } from '../../storage/tree-reader.ts';
import type { ExportDependencies } from './export-dependencies.ts';
import { OWN_FOLDER } from './local-files.ts';
import { statOf } from './local-stat.ts';

/** Result of exporting the older versions of a document. */
interface ExportedHistory {
  /** Number of files written. */
  readonly written: number;
  readonly damaged: readonly { readonly number: number; readonly fault: string }[];
}

/**
 * Exports data that a plain file cannot hold to `.dms-export/versions/PATH/`: each older version as a file, and
 * `history.json` with title, comments and all versions. Writes nothing for a document without such data.
 * @param onDisk path of the document relative to the export directory
 * @returns the number of files written, and the damaged versions; undefined if the folder cannot be created because
 * something else has its name
 */
export async function exportHistory(
  { files, options, reader }: ExportDependencies,
  document: Document,
  onDisk: string,
): Promise<ExportedHistory | undefined> {
  const versions = reader.versions(document.id);
  if (!hasMoreThanContent(document, versions)) return { written: 0, damaged: [] };
  const folder = files.folder(join(OWN_FOLDER, 'versions', onDisk));
  if (!folder) return undefined;
  try {
    return await writeHistory({ files, options, reader }, { document, versions }, folder);
  } finally {
    folder.close();
  }
}

async function writeHistory(
  { files, options, reader }: Pick<ExportDependencies, 'files' | 'options' | 'reader'>,
  { document, versions }: { readonly document: Document; readonly versions: readonly Version[] },
  folder: DirectoryHandle,
): Promise<ExportedHistory> {
  const damaged: { number: number; fault: string }[] = [];
  let written = 0;
  for (const version of versions.filter(({ number }) => number !== document.version)) {
    const { createdAt, number } = version;
    const name = fileName(document, version);
    if (await isThere(folder, name, version, options.checksum)) continue;
    try {
      const chunks = reader.content(version);
      await files.write(folder, { name, chunks, modifiedAt: createdAt, replaces: 'any' });
      written += 1;
    } catch (error) {
      if (!(error instanceof DamagedContent)) throw error;
      damaged.push({ number, fault: error.message });
    }
  }
  const text = `${JSON.stringify(historyOf(reader.loginOf.bind(reader), document, versions), null, 2)}\n`;
  const name = 'history.json';
  if ((await textIn(folder, name)) === text) return { written, damaged };
  const modifiedAt = document.updatedAt;
  await files.write(folder, { name, chunks: [Buffer.from(text)], modifiedAt, replaces: 'any' });
  return { written: written + 1, damaged };
}

async function isThere(
  folder: DirectoryHandle,
  name: string,
  { createdAt, sha256, size }: Version,
  isCompared: boolean,
): Promise<boolean> {
  const there = await statOf(folder.at(name));
  if (there?.kind !== 'file' || there.size !== size || there.modifiedAt !== createdAt) return false;
  if (!isCompared) return true;
  const file = await folder.file(name);
  try {
    return (await hashFile(file)) === sha256;
  } finally {
    await file.close();
  }
}

/** @returns undefined if there is no such file, or it cannot be read */
async function textIn(folder: DirectoryHandle, name: string): Promise<string | undefined> {
  const file = await folder.file(name).catch(() => undefined);
  try {
    return await file?.readFile('utf8');
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}

function hasMoreThanContent({ title, comments }: Document, versions: readonly Version[]): boolean {
  return (
    title !== null || comments !== '' || versions.length > 1 || versions.some(({ comment }) => comment !== '')
  );
}

/** For example `0003 2026-01-05T101112Z.docx`: number, time and extension. */
function fileName({ name }: Document, { number, createdAt }: Version): string {
  const time = new Date(createdAt).toISOString().replace(/:|\.\d+/g, '');
  return `${String(number).padStart(4, '0')} ${time}${splitExtension(name)[1]}`;
}

function historyOf(
  loginOf: (userId: number) => string | undefined,
  document: Document,
  versions: readonly Version[],
) {
  return {
    name: document.name,
    title: document.title,
    comments: document.comments,
    versions: versions.map((version) => ({
      number: version.number,
      file: version.number === document.version ? null : fileName(document, version),
      size: version.size,
      mime_type: version.mimeType,
      sha256: version.sha256,
      author: (version.author && loginOf(version.author.id)) ?? null,
      comment: version.comment,
      created_at: new Date(version.createdAt).toISOString(),
    })),
  };
}
