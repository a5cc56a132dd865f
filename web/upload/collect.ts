/** A file to be uploaded, and where it goes beneath the folder that the user has chosen. */
export interface Collected {
  readonly file: File;
  /** Folders, with `/` between; empty for none. */
  readonly path: string;
}

/** What a user has dropped or picked. */
export interface Collection {
  readonly files: readonly Collected[];
  /** Folders without anything in them, as paths. */
  readonly emptyFolders: readonly string[];
  /** What the browser cannot read, as paths. */
  readonly unreadable: readonly string[];
}

/** Files as a field of a form gives them: with `webkitRelativePath`, if a folder was picked. */
export function collectPicked(files: Iterable<File>): Collection {
  const collected = [...files].map((file) => ({ file, path: folderOf(file.webkitRelativePath) }));
  return { files: collected, emptyFolders: [], unreadable: [] };
}

function folderOf(relativePath: string): string {
  return relativePath.slice(0, Math.max(0, relativePath.lastIndexOf('/')));
}

/**
 * Files and folders that were dropped or pasted. To be called while the event is handled: afterwards the browser has
 * forgotten them.
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
    // One that is gone, or that the user must not read, does not keep the others.
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

/** The browser hands them out in parts, 100 at a time. */
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
