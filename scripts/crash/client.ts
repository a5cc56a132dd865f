import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { type Deletion, EMPTY, type ModelDocument, type Operation, type State } from './model.ts';

const CHUNK = 64 * 1024;

/** A response with an unexpected status or body. */
export class WrongAnswer extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** The text of a document, and its entity tag for a conditional replacement. */
interface TaggedText {
  readonly text: string;
  readonly etag: string;
}

const itemRecord = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(['file', 'folder']),
  title: z.string().nullish(),
  /** Original path; only for entries in the trash. */
  path: z.string().optional(),
});
const itemPage = z.object({ data: z.array(itemRecord), meta: z.object({ last_page: z.number() }) });

const versionPage = z.object({ data: z.array(z.unknown()) });

/** An entry as a list of the service shows it. */
export type Item = z.output<typeof itemRecord>;

const EXPECTED: Readonly<Record<string, readonly number[]>> = {
  PUT: [201, 204],
  MKCOL: [201],
  DELETE: [204],
  MOVE: [201, 204],
  COPY: [201, 204],
};

/**
 * A generator has no known length, so fetch sends the body without a Content-Length
 * (`Transfer-Encoding: chunked`).
 */
async function* inChunks(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += CHUNK) {
    yield new Uint8Array(content.subarray(start, start + CHUNK));
    await setImmediate();
  }
}

/** Sends the requests of one user over REST and WebDAV, all within one folder of the user's home. */
export class Client {
  readonly #url: string;
  readonly #login: string;
  readonly #token: string;
  readonly #folder: string;

  constructor(url: string, login: string, token: string, folder: string) {
    this.#url = url;
    this.#login = login;
    this.#token = token;
    this.#folder = folder;
  }

  /** Creates the client's folder. */
  makeFolder(): Promise<void> {
    return this.#webdav('MKCOL', '');
  }

  /** Reads a document over WebDAV. @throws {WrongAnswer} */
  async text(path: string): Promise<TaggedText> {
    const response = await fetch(this.#href(path), { headers: this.#basic() });
    const text = await response.text();
    if (!response.ok) throw new WrongAnswer(`GET ${path}: ${String(response.status)}`, response.status);
    return { text, etag: response.headers.get('ETag') ?? '' };
  }

  /**
   * Replaces the text of a document if the document still has this entity tag (`If-Match`).
   * @returns false if the entity tag has changed
   * @throws {WrongAnswer}
   */
  async replace(path: string, { text, etag }: TaggedText, face: 'webdav' | 'rest'): Promise<boolean> {
    const headers = { 'If-Match': etag };
    try {
      if (face === 'webdav') await this.#webdav('PUT', path, { body: text, headers });
      else await this.#upload(path, Buffer.from(text), headers);
      return true;
    } catch (error) {
      if (error instanceof WrongAnswer && error.status === 412) return false;
      throw error;
    }
  }

  /**
   * Carries out one operation. Resolves when the service has acknowledged it.
   * @throws {WrongAnswer} on an unexpected response
   * @throws {Error} when the service dies before it responds
   */
  async perform(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case 'put':
        return this.#webdav('PUT', operation.path, { body: new Uint8Array(operation.content) });
      case 'chunked':
        return this.#webdav('PUT', operation.path, { body: inChunks(operation.content), duplex: 'half' });
      case 'post':
        return this.#upload(operation.path, operation.content);
      case 'abort':
        return this.#abort(operation.path, operation.content, operation.chunked);
      case 'title':
        return this.#title(operation.path, operation.title);
      case 'mkcol':
        return this.#webdav('MKCOL', operation.path);
      case 'delete':
        return this.#webdav('DELETE', operation.path);
      case 'restore':
        return this.#fromTrash(operation.path, { method: 'POST', suffix: '/restore', body: '{}' });
      case 'purge':
        return this.#fromTrash(operation.path, { method: 'DELETE', suffix: '' });
      case 'move':
      case 'copy':
        return this.#webdav(operation.kind.toUpperCase(), operation.path, {
          headers: { Destination: this.#href(operation.to) },
        });
    }
  }

  /** Reads the whole folder, including the bytes of every version. */
  async read(): Promise<State> {
    const documents = new Map<string, ModelDocument>();
    const folders = new Set<string>();
    const root = (await this.members(0)).find((item) => item.name === this.#folder);
    const unread: [string, number][] = root ? [['', root.id]] : [];
    for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
      const [parent, id] = next;
      for (const item of await this.members(id)) {
        const path = parent === '' ? item.name : `${parent}/${item.name}`;
        if (item.type === 'folder') {
          folders.add(path);
          unread.push([path, item.id]);
        } else {
          // Without a title, the service reports the name as the title. Names of writers have no extension.
          const title = item.title === item.name ? null : (item.title ?? null);
          documents.set(path, { versions: await this.#versions(item.id), title });
        }
      }
    }
    const trash = (await this.deleted()).map(({ path }): Deletion => ({ ...EMPTY, path }));
    return { documents, folders, trash };
  }

  #href(path: string): string {
    return `${this.#url}/webdav/${this.#folder}${path === '' ? '' : `/${path}`}`;
  }

  async #webdav(
    method: string,
    path: string,
    init: { body?: NonNullable<RequestInit['body']>; duplex?: 'half'; headers?: Record<string, string> } = {},
  ): Promise<void> {
    const response = await fetch(this.#href(path), {
      ...init,
      method,
      headers: { ...this.#basic(), ...init.headers },
    });
    const text = await response.text();
    if (EXPECTED[method]?.includes(response.status) === true) return;
    throw new WrongAnswer(`${method} ${path}: ${String(response.status)} ${text}`, response.status);
  }

  #basic(): Record<string, string> {
    return { Authorization: `Basic ${Buffer.from(`${this.#login}:${this.#token}`).toString('base64')}` };
  }

  /** Sends a request to the REST interface. @returns the body of the response @throws {WrongAnswer} */
  async rest(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<unknown> {
    const response = await fetch(`${this.#url}/api${path}`, {
      ...init,
      headers: {
        ...this.#bearer(),
        ...(typeof init.body === 'string' ? { 'Content-Type': 'application/json' } : {}),
        ...init.headers,
      },
    });
    const text = await response.text();
    const { ok, status } = response;
    if (!ok) throw new WrongAnswer(`${init.method ?? 'GET'} ${path}: ${String(status)} ${text}`, status);
    return JSON.parse(text);
  }

  /** Sends a GET request to the REST interface. */
  get(path: string): Promise<Response> {
    return fetch(`${this.#url}/api${path}`, { headers: this.#bearer() });
  }

  #bearer(): Record<string, string> {
    return { Authorization: `Bearer ${this.#token}` };
  }

  /** Reads all pages of a list. */
  async #list(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let number = 1, last = 1; number <= last; number += 1) {
      const { data, meta } = itemPage.parse(await this.rest(`${path}?per_page=200&page=${String(number)}`));
      items.push(...data);
      last = meta.last_page;
    }
    return items;
  }

  /** The entries directly in a folder. */
  members(id: number): Promise<Item[]> {
    return this.#list(`/folders/${String(id)}/contents`);
  }

  /** Entries in the trash that were deleted from the folder, with their original paths relative to the folder. */
  async deleted(): Promise<{ id: number; path: string }[]> {
    const prefix = `/${this.#folder}/`;
    return (await this.#list('/trash')).flatMap(({ id, path = '' }) =>
      path.startsWith(prefix) ? [{ id, path: path.slice(prefix.length) }] : [],
    );
  }

  async #fromTrash(path: string, request: { method: string; suffix: string; body?: string }): Promise<void> {
    const deleted = (await this.deleted()).find((item) => item.path === path);
    if (!deleted) throw new WrongAnswer(`${path} is not in the trash`);
    const { suffix, ...init } = request;
    await this.rest(`/trash/${String(deleted.id)}${suffix}`, init);
  }

  /** The item at a path relative to the folder; '' is the folder itself. @throws {WrongAnswer} */
  async item(path: string): Promise<Item> {
    let item: Item | undefined;
    for (const name of [this.#folder, ...path.split('/').filter(Boolean)]) {
      item = (await this.members(item?.id ?? 0)).find((member) => member.name === name);
      if (!item) break;
    }
    if (!item) throw new WrongAnswer(`${path} is not listed`);
    return item;
  }

  async #versions(id: number): Promise<string[]> {
    const { data } = versionPage.parse(await this.rest(`/documents/${String(id)}/versions?per_page=200`));
    const hashes: string[] = [];
    for (const index of data.keys())
      hashes.push(await this.#download(`/documents/${String(id)}/versions/${String(index + 1)}/download`));
    return hashes;
  }

  /** The SHA-256 of the downloaded content, or the reason for a failure: a failed download must not end the test. */
  async #download(path: string): Promise<string> {
    try {
      const response = await this.get(path);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (!response.ok) return `answered ${String(response.status)}`;
      return createHash('sha256').update(bytes).digest('hex');
    } catch (error) {
      return `broke off: ${String(error)}`;
    }
  }

  async #upload(path: string, content: Buffer, headers: Record<string, string> = {}): Promise<void> {
    const slash = path.lastIndexOf('/');
    const folder = await this.item(path.slice(0, Math.max(slash, 0)));
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), path.slice(slash + 1));
    form.append('folder_id', String(folder.id));
    await this.rest('/documents/upload', { method: 'POST', body: form, headers });
  }

  async #title(path: string, title: string): Promise<void> {
    const { id } = await this.item(path);
    await this.rest(`/documents/${String(id)}`, { method: 'PATCH', body: JSON.stringify({ title }) });
  }

  /** Sends half of the content, then closes the connection. */
  #abort(path: string, content: Buffer, chunked: boolean): Promise<void> {
    const headers = {
      ...this.#basic(),
      ...(chunked ? {} : { 'Content-Length': content.length }),
    };
    return new Promise((resolve) => {
      const upload = httpRequest(this.#href(path), { method: 'PUT', headers, agent: false });
      upload.on('error', () => resolve());
      upload.on('close', () => resolve());
      upload.write(content.subarray(0, content.length / 2), () => setTimeout(() => upload.destroy(), 5));
    });
  }
}
