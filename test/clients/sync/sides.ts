import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Device } from './device.ts';
import { localTree, serverTree, type Tree } from './trees.ts';

/** The first second that clients accept, the first one of FAT, after 2038, and one of the last that clients accept. */
const LOCAL_TIMES = [1, 315_532_800, 2_147_483_648, 4_294_000_000];
/** Also those that clients see as others: before 1970, and after 2106. */
const DRIVE_TIMES = [...LOCAL_TIMES, -200_000_000, 0, 4_900_000_000];

/** A place where a user changes files: a folder of a client, or the drive itself. */
export interface Side {
  readonly name: string;
  readonly login: string;
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
export function driveSide(url: () => string, login: string, authorization: string): Side {
  const at = (path: string): string => `${url()}/webdav/${path.split('/').map(encodeURIComponent).join('/')}`;
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
    tree: () => serverTree(url(), authorization),
    write: (path, content, seconds) => ask('PUT', path, { 'X-OC-Mtime': String(seconds) }, content),
    mkdir: (path) => ask('MKCOL', path, {}),
    move: (from, to) => ask('MOVE', from, { Destination: at(to), Overwrite: 'F' }),
    remove: (path) => ask('DELETE', path, {}),
  };
}
