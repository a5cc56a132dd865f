import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { ServiceProcess } from '../../test/support/process.ts';
import { basic, Caller } from '../latency/caller.ts';

const PER_PAGE = 200;
/** Polled rarely, because the service stops reading contents while requests arrive. */
const POLL_MS = 500;
const LOGIN = 'reader';
const ADDRESS = '127.0.0.1';

const state = z.enum(['ready', 'pending', 'none', 'failed']);
const reason = z.string().nullable();
const metadata = z.object({
  data: z.object({ text: state, text_reason: reason, thumbnail: state, thumbnail_reason: reason }),
});
const list = z.object({
  data: z.array(z.object({ id: z.number(), name: z.string() })),
  meta: z.object({ last_page: z.number() }),
});
const status = z.object({
  data: z.object({ queues: z.object({ contents_to_read: z.number(), entries_to_index: z.number() }) }),
});
const created = z.object({ data: z.object({ id: z.number() }) });

/** State of the text and the thumbnail of a document. */
export type Outcome = z.infer<typeof metadata>['data'];

/** A dedicated service on an empty data directory, with one user and one folder of documents. */
export class Office {
  readonly service: ServiceProcess;
  readonly #token: string;
  /** Ids of the documents of the most recent listing, by name. */
  readonly #ids = new Map<string, number>();
  #folder = 0;
  #caller: Caller;

  private constructor(service: ServiceProcess, token: string) {
    this.service = service;
    this.#token = token;
    this.#caller = this.#newCaller();
  }

  static async open(environment: Readonly<Record<string, string>> = {}): Promise<Office> {
    const service = await ServiceProcess.start({
      environment: { DMS_LIMITS_RESERVE_BYTES: '0', ...environment },
    });
    const { token } = await service.createAdmin(LOGIN, 'correct horse battery');
    const office = new Office(service, token);
    const { text } = await office.#caller.json('POST', '/folders', { folder_id: 0, name: 'files' });
    office.#folder = created.parse(JSON.parse(text)).data.id;
    return office;
  }

  /** Restarts the service after it was killed. */
  async restart(): Promise<void> {
    this.#caller.close();
    await this.service.restart();
    this.#caller = this.#newCaller();
  }

  /** Uploads a document over WebDAV. */
  async put(name: string, content: Buffer): Promise<void> {
    const headers = { Authorization: basic(LOGIN, this.#token) };
    await this.#caller.must('PUT', `/webdav/files/${encodeURIComponent(name)}`, { headers, body: content });
  }

  /** Uploads a document over REST. */
  async post(name: string, content: Buffer): Promise<void> {
    const form = new FormData();
    form.append('folder_id', String(this.#folder));
    form.append('file', new Blob([new Uint8Array(content)]), name);
    const response = await fetch(`${this.service.url}/api/documents/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.#token}` },
      body: form,
    });
    if (!response.ok) throw new Error(`uploading ${name}: ${response.status} ${await response.text()}`);
  }

  /** Sends a small request. @returns the response time in milliseconds */
  async ask(): Promise<number> {
    const begin = performance.now();
    await this.#caller.must('GET', `/api/folders/${this.#folder}`);
    return performance.now() - begin;
  }

  /** Waits until no content is queued for reading and no entry for indexing. */
  async settled(): Promise<void> {
    for (;;) {
      const { queues } = status.parse(await this.#get('/status')).data;
      if (queues.contents_to_read + queues.entries_to_index === 0) return;
      await pause(POLL_MS);
    }
  }

  /** Text and thumbnail state of all documents, by name. */
  async outcomes(): Promise<Map<string, Outcome>> {
    const outcomes = new Map<string, Outcome>();
    for (const { id, name } of await this.#all(`/folders/${this.#folder}/contents?`)) {
      this.#ids.set(name, id);
      outcomes.set(name, metadata.parse(await this.#get(`/documents/${id}/metadata`)).data);
    }
    return outcomes;
  }

  /** Names of the documents that a search finds. */
  async find(query: string): Promise<Set<string>> {
    const found = await this.#all(`/folders/0/search?q=${encodeURIComponent(query)}&`);
    return new Set(found.map(({ name }) => name));
  }

  /** SHA-256 of the thumbnail of a listed document, or the response status if there is no thumbnail. */
  async thumbnail(name: string): Promise<string> {
    const id = this.#ids.get(name) ?? 0;
    const response = await fetch(`${this.service.url}/api/documents/${id}/thumbnail`, {
      headers: { Authorization: `Bearer ${this.#token}` },
    });
    const image = Buffer.from(await response.arrayBuffer());
    return response.ok ? createHash('sha256').update(image).digest('hex') : String(response.status);
  }

  async dispose(): Promise<void> {
    this.#caller.close();
    await this.service.dispose();
  }

  async #all(path: string): Promise<{ id: number; name: string }[]> {
    const items: { id: number; name: string }[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { data, meta } = list.parse(await this.#get(`${path}per_page=${PER_PAGE}&page=${page}`));
      items.push(...data);
      last = meta.last_page;
    }
    return items;
  }

  async #get(path: string): Promise<unknown> {
    return JSON.parse((await this.#caller.must('GET', `/api${path}`)).text);
  }

  #newCaller(): Caller {
    return new Caller(this.service.port, `Bearer ${this.#token}`, ADDRESS);
  }
}
