import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join, parse, sep } from 'node:path';
import { hasCode } from '../../model/errors/error-code.ts';
import { changeableByOthers, isChangeableByOthers } from '../../program/ownership.ts';

/** Linux: open files of this process, at paths that no other process can change. */
const OPEN_FILES = '/proc/self/fd';
/** Opens a directory as a location only, so that a directory without read permission can be passed (open(2)). */
const O_PATH = 0o10000000;

/** A directory cannot be used, because it was replaced, or because other users could replace it. */
export class UnsafeDirectory extends Error {
  /** @param fault completes "PATH …" */
  constructor(path: string, fault: string) {
    super(`${path} ${fault}`);
    this.name = 'UnsafeDirectory';
  }
}

/**
 * An open directory. Its entries are addressed through the handle, so another process that replaces the directory or
 * one above it, for example by a symbolic link, cannot redirect them.
 *
 * Handles need `/proc` of Linux. Without it, only directories that no other user can change are opened.
 */
export class DirectoryHandle {
  /** Absolute path at which the directory was opened. For messages: it may be another directory by now. */
  readonly path: string;
  readonly #descriptor: number | undefined;
  readonly #openFiles: string;

  private constructor(path: string, descriptor: number | undefined, openFiles: string) {
    this.path = path;
    this.#descriptor = descriptor;
    this.#openFiles = openFiles;
  }

  /**
   * Opens a directory, and follows no symbolic link on the way.
   * @param path absolute path without symbolic links
   * @param options.create creates missing directories
   * @param options.openFiles path of the handles of this process; if it is missing, see {@link DirectoryHandle}
   * @throws {UnsafeDirectory} if a part of the path is not a directory, or can be changed by other users
   */
  static open(path: string, { create = false, openFiles = OPEN_FILES } = {}): DirectoryHandle {
    if (!existsSync(openFiles)) return openOwn(path, create, openFiles);
    const { root } = parse(path);
    let directory = new DirectoryHandle(root, openSync(root, directoryFlags()), openFiles);
    for (const name of path.slice(root.length).split(sep)) {
      if (name === '') continue;
      const above = directory;
      try {
        const next = create ? above.makeFolder(name) : above.folder(name);
        if (!next) throw new UnsafeDirectory(join(above.path, name), 'is not a directory');
        directory = next;
      } finally {
        above.close();
      }
    }
    return directory;
  }

  /** Opens a directory of which {@link openOwn} has examined the path. */
  static ofPath(path: string, openFiles: string): DirectoryHandle {
    return new DirectoryHandle(path, undefined, openFiles);
  }

  /** Path of this directory. Valid in this process until {@link DirectoryHandle.close}. */
  get location(): string {
    return this.#descriptor === undefined ? this.path : join(this.#openFiles, String(this.#descriptor));
  }

  /**
   * Path of an entry in this directory, as {@link DirectoryHandle.location}. The entry itself may be a symbolic link.
   * @param name one name; `.` is this directory
   */
  at(name: string): string {
    // `join` would remove a `.`, and so address the link in `/proc` instead of the directory.
    return `${this.location}${sep}${name}`;
  }

  /**
   * Opens a folder in this directory.
   * @returns undefined if something other than a folder has this name, for example a symbolic link
   * @throws {Error} ENOENT if nothing has this name
   * @throws {UnsafeDirectory} see {@link DirectoryHandle}
   */
  folder(name: string): DirectoryHandle | undefined {
    const path = join(this.path, name);
    if (this.#descriptor === undefined) {
      const found = lstatSync(path);
      if (!found.isDirectory()) return undefined;
      if (isChangeableByOthers(found)) throw new UnsafeDirectory(path, CHANGEABLE);
      return new DirectoryHandle(path, undefined, this.#openFiles);
    }
    try {
      return new DirectoryHandle(path, openSync(this.at(name), directoryFlags()), this.#openFiles);
    } catch (error) {
      if (hasCode(error, 'ENOTDIR', 'ELOOP')) return undefined;
      throw error;
    }
  }

  /** As {@link DirectoryHandle.folder}; creates the folder if nothing has this name. */
  makeFolder(name: string): DirectoryHandle | undefined {
    try {
      return this.folder(name);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
    }
    try {
      mkdirSync(this.at(name));
    } catch (error) {
      // Another process may create the same folder.
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    return this.folder(name);
  }

  /**
   * Opens a file in this directory for reading. Does not wait for the other end of a pipe.
   * @throws {Error} ELOOP if it is a symbolic link
   */
  file(name: string): Promise<FileHandle> {
    const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
    return open(this.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}

const CHANGEABLE = 'can be changed by other users while dms works in it: use a directory of your own';

function directoryFlags(): number {
  const { O_DIRECTORY, O_NOFOLLOW } = constants;
  return O_PATH | O_DIRECTORY | O_NOFOLLOW;
}

function openOwn(path: string, create: boolean, openFiles: string): DirectoryHandle {
  if (create) mkdirSync(path, { recursive: true });
  const changeable = changeableByOthers(path);
  if (changeable !== undefined) throw new UnsafeDirectory(changeable, CHANGEABLE);
  return DirectoryHandle.ofPath(path, openFiles);
}
