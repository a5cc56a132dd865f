import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Listed, Rest } from '../rest.ts';
import type { Client, Device } from './device.ts';
import type { SyncedOffice } from './office.ts';
import { localTree, type Tree } from './trees.ts';

/** The first second that clients accept, the first one of FAT, after 2038, and one of the last that clients accept. */
const LOCAL_TIMES = [1, 315_532_800, 2_147_483_648, 4_294_000_000];
/** Also those that clients see as others: before 1970, and after 2106. */
const DRIVE_TIMES = [...LOCAL_TIMES, -200_000_000, 0, 4_900_000_000];

/** A place where a user changes files: a folder of a client, or the drive itself over WebDAV or REST. */
export interface Side {
  readonly name: string;
  readonly login: string;
  /** Undefined: the drive itself. */
  readonly client?: Client;
  /** Seconds that files here may have: unusual ones, but none that its client refuses to upload. */
  readonly times: readonly number[];
  tree(): Promise<Tree>;
  write(path: string, content: string, seconds: number): Promise<void>;
  mkdir(path: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/** The folder of a client. */
export function localSide({ client, folder, login }: Device): Side {
  return {
    name: `${login} on ${client}`,
    login,
    client,
    times: LOCAL_TIMES,
    tree: () => localTree(folder),
    async write(path, content, seconds) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
      await utimes(join(folder, path), seconds, seconds);
    },
    async mkdir(path) {
      await mkdir(join(folder, path));
    },
    move: (from, to) => rename(join(folder, from), join(folder, to)),
    remove: (path) => rm(join(folder, path), { recursive: true }),
  };
}

/** The drive of a user, changed over WebDAV at the address of other programs. */
export function driveSide(office: SyncedOffice, login: string): Side {
  const authorization = office.authorization(login);
  const at = (path: string): string =>
    `${office.service.url}/webdav/${path.split('/').map(encodeURIComponent).join('/')}`;
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const response = await fetch(at(path), {
      method,
      headers: { Authorization: authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${String(response.status)} ${await response.text()}`);
  };
  return {
    name: `${login} on the drive`,
    login,
    times: DRIVE_TIMES,
    tree: () => office.drive(login),
    write: (path, content, seconds) => ask('PUT', path, { 'X-OC-Mtime': String(seconds) }, content),
    mkdir: (path) => ask('MKCOL', path, {}),
    move: (from, to) => ask('MOVE', from, { Destination: at(to), Overwrite: 'F' }),
    remove: (path) => ask('DELETE', path, {}),
  };
}

/** The drive of a user, changed over REST: entries are found in the lists of their folders, and changed by their ids. */
export function restSide(office: SyncedOffice, login: string): Side {
  const rest = new Rest(office.service, office.token(login));
  const folderIdOf = async (path: string): Promise<number> => (path === '.' ? 0 : (await find(path)).id);
  const find = async (path: string): Promise<Listed> => {
    const entries = await rest.contents(await folderIdOf(dirname(path)));
    const entry = entries.find(({ name }) => name === basename(path));
    if (entry === undefined) throw new Error(`REST does not list ${path}`);
    return entry;
  };
  return {
    name: `${login} over REST`,
    login,
    // The time of a content that a form brings is that of its arrival.
    times: [],
    tree: () => office.drive(login),
    async write(path, content) {
      await rest.upload(await folderIdOf(dirname(path)), basename(path), Buffer.from(content));
    },
    async mkdir(path) {
      await rest.mkcol(basename(path), await folderIdOf(dirname(path)));
    },
    async move(from, to) {
      const entry = await find(from);
      if (dirname(from) === dirname(to)) await rest.rename(entry, basename(to));
      else await rest.move(entry, await folderIdOf(dirname(to)));
    },
    async remove(path) {
      const { id, type } = await find(path);
      await rest.remove(id, type);
    },
  };
}
