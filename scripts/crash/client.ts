import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { ModelDocument, Operation, State } from './model.ts';

/** The service answered, but not as it must. */
export class WrongAnswer extends Error {}

interface Item {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly title: string;
}

const EXPECTED: Readonly<Record<string, readonly number[]>> = {
  PUT: [201, 204],
  MKCOL: [201],
  DELETE: [204],
  MOVE: [201, 204],
  COPY: [201, 204],
};

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'type' in value;
}

/** Talks to the service as one user, over both faces, into one folder of the home. */
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

  /** Makes the folder. */
  begin(): Promise<void> {
    return this.#webdav('MKCOL', '');
  }

  /** Carries out one operation; resolves when it is acknowledged. Rejects when the service dies meanwhile. */
  async perform(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case 'put':
        return this.#webdav('PUT', operation.path, { body: operation.content });
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
      case 'move':
      case 'copy':
        return this.#webdav(operation.kind.toUpperCase(), operation.path, {
          headers: { Destination: this.#href(operation.to) },
        });
    }
  }

  /** Reads everything back, every version byte for byte. */
  async read(): Promise<State> {
    const documents = new Map<string, ModelDocument>();
    const folders = new Set<string>();
    const root = (await this.#members(0)).find((item) => item.name === this.#folder);
    const open: [string, number][] = root ? [['', root.id]] : [];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [above, id] = next;
      for (const item of await this.#members(id)) {
        const path = above === '' ? item.name : `${above}/${item.name}`;
        if (item.type === 'folder') {
          folders.add(path);
          open.push([path, item.id]);
        } else documents.set(path, { versions: await this.#versions(item.id), title: item.title });
      }
    }
    return { documents, folders };
  }

  #href(path: string): string {
    return `${this.#url}/webdav/${this.#folder}${path === '' ? '' : `/${path}`}`;
  }

  async #webdav(
    method: string,
    path: string,
    init: { body?: Buffer; headers?: Record<string, string> } = {},
  ): Promise<void> {
    const basic = Buffer.from(`${this.#login}:${this.#token}`).toString('base64');
    const response = await fetch(this.#href(path), {
      method,
      headers: { Authorization: `Basic ${basic}`, ...init.headers },
      ...(init.body ? { body: new Uint8Array(init.body) } : {}),
    });
    await response.arrayBuffer();
    if (EXPECTED[method]?.includes(response.status) === true) return;
    throw new WrongAnswer(`${method} ${path}: ${String(response.status)}`);
  }

  async #rest(path: string, init: RequestInit = {}): Promise<unknown> {
    const response = await fetch(`${this.#url}/api${path}`, {
      ...init,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(typeof init.body === 'string' ? { 'Content-Type': 'application/json' } : {}),
      },
    });
    const text = await response.text();
    if (!response.ok)
      throw new WrongAnswer(`${init.method ?? 'GET'} ${path}: ${String(response.status)} ${text}`);
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  }

  async #members(id: number): Promise<Item[]> {
    const members = await this.#rest(`/folders/${String(id)}/contents?per_page=200`);
    return Array.isArray(members) ? members.filter(isItem) : [];
  }

  /** The item at a path of ours. */
  async #item(path: string): Promise<Item> {
    let id = 0;
    let item: Item | undefined;
    for (const name of [this.#folder, ...path.split('/')]) {
      item = (await this.#members(id)).find((member) => member.name === name);
      if (!item) throw new WrongAnswer(`${path} is not listed`);
      ({ id } = item);
    }
    if (!item) throw new WrongAnswer(`${path} is not listed`);
    return item;
  }

  async #versions(id: number): Promise<string[]> {
    const versions = await this.#rest(`/documents/${String(id)}/versions?per_page=200`);
    const hashes: string[] = [];
    for (let number = Array.isArray(versions) ? versions.length : 0; number > 0; number -= 1) {
      const response = await fetch(
        `${this.#url}/api/documents/${String(id)}/versions/${String(number)}/download`,
        {
          headers: { Authorization: `Bearer ${this.#token}` },
        },
      );
      hashes.unshift(
        createHash('sha256')
          .update(Buffer.from(await response.arrayBuffer()))
          .digest('hex'),
      );
    }
    return hashes;
  }

  async #upload(path: string, content: Buffer): Promise<void> {
    const slash = path.lastIndexOf('/');
    const folder =
      slash < 0
        ? (await this.#members(0)).find((item) => item.name === this.#folder)
        : await this.#item(path.slice(0, slash));
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), path.slice(slash + 1));
    form.append('folder_id', String(folder?.id ?? -1));
    await this.#rest('/documents/upload', { method: 'POST', body: form });
  }

  async #title(path: string, title: string): Promise<void> {
    const { id } = await this.#item(path);
    await this.#rest(`/documents/${String(id)}`, { method: 'PATCH', body: JSON.stringify({ title }) });
  }

  /** Sends half of a content and hangs up. */
  #abort(path: string, content: Buffer, chunked: boolean): Promise<void> {
    const basic = Buffer.from(`${this.#login}:${this.#token}`).toString('base64');
    const headers = {
      Authorization: `Basic ${basic}`,
      ...(chunked ? {} : { 'Content-Length': content.length }),
    };
    return new Promise((resolve) => {
      const upload = request(this.#href(path), { method: 'PUT', headers, agent: false });
      upload.on('error', () => resolve());
      upload.on('close', () => resolve());
      upload.write(content.subarray(0, content.length / 2), () => setTimeout(() => upload.destroy(), 5));
    });
  }
}
