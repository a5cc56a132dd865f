import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document, Version } from '../../model/entries/entry.ts';
import { splitExtension } from '../../model/entries/names.ts';
import { hashFile } from '../../storage/disk/file-pieces.ts';
import { DamagedContent } from '../../storage/tree-reader.ts';
import type { ExportDependencies } from './export-dependencies.ts';
import { OWN_FOLDER, statOf } from './local-files.ts';

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
  const place = join(OWN_FOLDER, 'versions', onDisk);
  if (!(await files.folder(place))) return undefined;
  const folder = join(files.directory, place);
  const damaged: { number: number; fault: string }[] = [];
  let written = 0;
  for (const version of versions.filter(({ number }) => number !== document.version)) {
    const path = join(folder, fileName(document, version));
    const there = await statOf(path);
    const looksSame = there?.size === version.size && there.modifiedAt === version.createdAt;
    if (looksSame && (!options.checksum || (await hashFile(path)) === version.sha256)) continue;
    try {
      await files.write(path, reader.content(version), version.createdAt);
      written += 1;
    } catch (error) {
      if (!(error instanceof DamagedContent)) throw error;
      damaged.push({ number: version.number, fault: error.message });
    }
  }
  const text = `${JSON.stringify(historyOf(reader.loginOf.bind(reader), document, versions), null, 2)}\n`;
  const path = join(folder, 'history.json');
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return { written, damaged };
  await files.write(path, [Buffer.from(text)], document.updatedAt);
  return { written: written + 1, damaged };
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
