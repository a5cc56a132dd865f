/** A file to upload, with its place below the target folder. */
export interface Collected {
  readonly file: File;
  /** Folder names joined by `/`; empty for the target folder itself. */
  readonly path: string;
}

/** Dropped or picked files and folders. */
export interface Collection {
  readonly files: readonly Collected[];
  /** Paths of empty folders. */
  readonly emptyFolders: readonly string[];
  /** Paths that the browser cannot read. */
  readonly unreadable: readonly string[];
}

/** Files of a form field; they have `webkitRelativePath` if a folder was picked. */
export function collectPicked(files: Iterable<File>): Collection {
  const collected = [...files].map((file) => ({ file, path: folderOf(file.webkitRelativePath) }));
  return { files: collected, emptyFolders: [], unreadable: [] };
}

function folderOf(relativePath: string): string {
  return relativePath.slice(0, Math.max(0, relativePath.lastIndexOf('/')));
}

/**
 * Files and folders that were dropped or pasted. Call while the event is handled, because the browser clears the data
 * afterwards.
 */
export async function collectDropped(data: DataTransfer): Promise<Collection> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return collectPicked(data.files);
  const collection = { files: [], emptyFolders: [], unreadable: [] };
  for (const entry of entries) await collectEntry(entry, '', collection);
  return collection;
}

async function collectEntry(
  entry: FileSystemEntry,
  path: string,
  into: { readonly files: Collected[]; readonly emptyFolders: string[]; readonly unreadable: string[] },
): Promise<void> {
  const below = path === '' ? entry.name : `${path}/${entry.name}`;
  try {
    if (isFile(entry)) into.files.push({ file: await fileOf(entry), path });
    if (!isDirectory(entry)) return;
    const children = await childrenOf(entry);
    if (children.length === 0) into.emptyFolders.push(below);
    for (const child of children) await collectEntry(child, below, into);
  } catch {
    // An unreadable entry must not stop the others.
    into.unreadable.push(below);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** The browser returns children in batches of at most 100. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
