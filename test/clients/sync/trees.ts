import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files by path, each with its content (a hash) and its time in seconds; folders with a slash at the end. */
export type Tree = ReadonlyMap<string, string>;

/** What the clients keep for themselves, with the parts of downloads that a kill has left. */
const OWN = /^\.(?:sync_|_sync|owncloudsync|nextcloudsync)|^\.sync-exclude|^\..*\.~[\da-f]+$/;
/** Copies after a conflict, which they do not upload. */
const CONFLICT = /conflicted copy/;

/** Reads piece by piece: files may be larger than what fits in a buffer. */
async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of content) hash.update(bytes);
  return hash.digest('hex').slice(0, 16);
}

/** The folder of a client without the copies that it made of conflicts. */
export async function localTree(folder: string): Promise<Tree> {
  const found = new Map<string, string>();
  const read = async (prefix: string): Promise<void> => {
    for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
      const path = `${prefix}${entry.name}`;
      if (OWN.test(entry.name) || CONFLICT.test(entry.name)) continue;
      if (entry.isDirectory()) {
        found.set(`${path}/`, '');
        await read(`${path}/`);
      } else {
        const { mtimeMs } = await stat(join(folder, path));
        const content = await hashOf(createReadStream(join(folder, path)));
        found.set(path, `${content} ${String(Math.floor(mtimeMs / 1000))}`);
      }
    }
  };
  await read('');
  return sorted(found);
}

/** Paths of the copies that a client made of conflicts, with their contents as in {@link Tree}. */
export async function conflictCopies(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const { name, parentPath } of entries.filter((entry) => entry.isFile() && CONFLICT.test(entry.name)))
    found.set(join(parentPath, name), await hashOf(createReadStream(join(parentPath, name))));
  return found;
}

const RESPONSE =
  /<d:href>([^<]*)<\/d:href>.*?<d:getlastmodified>([^<]*)<\/d:getlastmodified>.*?(?=<d:response>|<\/d:multistatus>)/gs;

/** The drive of a user, as a client that has never seen it would get it. */
export async function serverTree(url: string, authorization: string): Promise<Tree> {
  const found = new Map<string, string>();
  const base = '/remote.php/webdav/';
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const response = await fetch(`${url}${base}${folder}`, {
      method: 'PROPFIND',
      headers: { Authorization: authorization, Depth: '1' },
      body: '<d:propfind xmlns:d="DAV:"><d:prop><d:getlastmodified/></d:prop></d:propfind>',
    });
    if (response.status !== 207) throw new Error(`PROPFIND ${folder}: ${String(response.status)}`);
    for (const [, href = '', modified = ''] of (await response.text()).matchAll(RESPONSE)) {
      const path = href.slice(base.length);
      if (path === folder) continue;
      if (path.endsWith('/')) {
        found.set(decodeURIComponent(path), '');
        folders.push(path);
        continue;
      }
      const content = await fetch(`${url}${href}`, { headers: { Authorization: authorization } });
      if (content.status !== 200 || !content.body) throw new Error(`GET ${href}: ${String(content.status)}`);
      const hash = await hashOf(content.body);
      found.set(decodeURIComponent(path), `${hash} ${String(Date.parse(modified) / 1000)}`);
    }
  }
  return sorted(found);
}

function sorted(tree: ReadonlyMap<string, string>): Tree {
  return new Map([...tree].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** `Authorization` of a user with a token. */
export function basicOf({ login, token }: { readonly login: string; readonly token: string }): string {
  return `Basic ${Buffer.from(`${login}:${token}`).toString('base64')}`;
}
