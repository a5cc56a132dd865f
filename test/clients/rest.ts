import assert from 'node:assert/strict';

/** A document or folder in a REST listing. */
export interface Listed {
  readonly id: number;
  readonly name: string;
  readonly type: 'file' | 'folder';
  readonly version: number;
}

/** Metadata of a document over REST. */
interface Metadata extends Listed {
  readonly folder_id: number;
  readonly title: string;
  readonly comments: string;
  /** Newest first. */
  readonly versions: readonly { readonly number: number }[];
  readonly shares: readonly { readonly users: readonly string[]; readonly permissions: number }[];
}

/** A deletion in the trash listing. */
interface Deleted {
  readonly id: number;
  readonly path: string;
}

/** Sends requests to the REST interface of a service with a token. Paths are below `/api`. */
export class Rest {
  readonly #service: { readonly url: string };
  readonly #token: string;

  constructor(service: { readonly url: string }, token: string) {
    this.#service = service;
    this.#token = token;
  }

  /** Sends a request and asserts success. */
  async #ask(path: string, init: RequestInit = {}): Promise<Response> {
    const type = typeof init.body === 'string' ? { 'Content-Type': 'application/json' } : {};
    const headers = { Authorization: `Bearer ${this.#token}`, ...type };
    const response = await fetch(`${this.#service.url}/api${path}`, { ...init, headers });
    if (!response.ok)
      assert.fail(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  async #made(path: string, body: string | FormData): Promise<number> {
    const response = await this.#ask(path, { method: 'POST', body });
    return JSON.parse(await response.text()).data.id;
  }

  /** Items of all pages of a list. */
  async #list<Item>(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const response = await this.#ask(`${path}?per_page=200&page=${page}`);
      const { data, meta } = JSON.parse(await response.text());
      items.push(...data);
      last = meta.last_page;
    }
    return items;
  }

  contents(folderId: number): Promise<Listed[]> {
    return this.#list(`/folders/${folderId}/contents`);
  }

  /** The documents below a folder, by relative path. */
  async documents(folderId: number, prefix = ''): Promise<Map<string, Listed>> {
    const found = new Map<string, Listed>();
    for (const entry of await this.contents(folderId)) {
      const path = `${prefix}${entry.name}`;
      if (entry.type === 'file') found.set(path, entry);
      else
        for (const [below, document] of await this.documents(entry.id, `${path}/`))
          found.set(below, document);
    }
    return found;
  }

  /** The entry with this name at the mount root. */
  async root(name: string): Promise<Listed> {
    const entry = (await this.contents(0)).find((one) => one.name === name);
    assert.ok(entry, `"${name}" is at the mount root`);
    return entry;
  }

  /** Creates a folder, by default at the mount root. @returns its id */
  async mkcol(name: string, folderId = 0): Promise<number> {
    return this.#made('/folders', JSON.stringify({ folder_id: folderId, name }));
  }

  /** Uploads a document, or its next version, to a folder. @returns its id */
  async upload(folderId: number, name: string, content: Buffer): Promise<number> {
    const form = new FormData();
    form.set('folder_id', String(folderId));
    form.set('file', new Blob([Uint8Array.from(content)]), name);
    return this.#made('/documents/upload', form);
  }

  async describe(id: number, fields: { title: string; comments: string }): Promise<void> {
    await this.#ask(`/documents/${id}`, { method: 'PATCH', body: JSON.stringify(fields) });
  }

  async metadata(id: number): Promise<Metadata> {
    const response = await this.#ask(`/documents/${id}/metadata`);
    return JSON.parse(await response.text()).data;
  }

  /** The content of the head, or of a version. */
  async content(id: number, version?: number): Promise<Buffer> {
    const path = version === undefined ? '' : `/versions/${version}`;
    const response = await this.#ask(`/documents/${id}${path}/download`);
    return Buffer.from(await response.arrayBuffer());
  }

  /** Makes an address at which a program edits a document, without the host. */
  async editAddress(id: number): Promise<string> {
    const response = await this.#ask(`/documents/${id}/edit-address`, { method: 'POST' });
    return JSON.parse(await response.text()).data.url;
  }

  async rename(entry: Listed, name: string): Promise<void> {
    await this.#ask(pathOf(entry), { method: 'PATCH', body: JSON.stringify({ name }) });
  }

  async move(entry: Listed, folderId: number): Promise<void> {
    const body = JSON.stringify({ folder_id: folderId });
    await this.#ask(`${pathOf(entry)}/move`, { method: 'POST', body });
  }

  async remove(id: number, type: Listed['type'] = 'file'): Promise<void> {
    await this.#ask(pathOf({ id, type }), { method: 'DELETE' });
  }

  trash(): Promise<Deleted[]> {
    return this.#list('/trash');
  }

  async restore(id: number): Promise<void> {
    await this.#ask(`/trash/${id}/restore`, { method: 'POST', body: '{}' });
  }
}

function pathOf({ id, type }: Pick<Listed, 'id' | 'type'>): string {
  return `/${type === 'file' ? 'documents' : 'folders'}/${id}`;
}
