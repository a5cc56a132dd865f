import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { Account, Service } from '../../support/service.ts';
import { type Answer, basic, DavClient } from '../../webdav/client.ts';

interface Asked {
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** A sync client that sends uploads in chunks, with the requests of the desktop and phone clients. */
export class SyncClient {
  readonly dav: DavClient;
  readonly login: string;

  constructor({ port }: Pick<Service, 'port'>, { login, password }: Pick<Account, 'login' | 'password'>) {
    this.dav = new DavClient(port, basic(login, password));
    this.login = login;
  }

  /** `path` begins with the id of the upload. */
  ask(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    return this.dav.raw(method, `/remote.php/dav/uploads/${this.login}/${path}`, asked);
  }

  async begin(id: string, headers: Record<string, string> = {}): Promise<void> {
    const answer = await this.ask('MKCOL', id, { headers });
    assert.equal(answer.status, 201, answer.text);
  }

  put(
    id: string,
    name: string,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.ask('PUT', `${id}/${name}`, { headers, body });
  }

  /** Sends a chunk that must count. */
  async send(id: string, name: string, body: string | Buffer, headers: Record<string, string> = {}) {
    const answer = await this.put(id, name, body, headers);
    assert.equal(answer.status, 201, answer.text);
  }

  /** Begins a chunk of `length` bytes, of which only `bytes` are sent. @returns breaks the connection */
  beginSending(id: string, name: string, bytes: Buffer, length: number): () => void {
    const sent = request({
      port: this.dav.port,
      host: '127.0.0.1',
      method: 'PUT',
      path: `/remote.php/dav/uploads/${this.login}/${id}/${name}`,
      headers: { Authorization: this.dav.authorization ?? '', 'Content-Length': String(length) },
      agent: false,
    });
    sent.on('error', () => undefined);
    sent.write(bytes);
    return () => void sent.destroy();
  }

  /** Names and lengths of the chunks; undefined if there is no such upload. */
  async chunks(id: string): Promise<Record<string, number> | undefined> {
    const answer = await this.ask('PROPFIND', id, { headers: { Depth: '1' } });
    if (answer.status === 404) return undefined;
    assert.equal(answer.status, 207, answer.text);
    const found = answer.text.matchAll(
      /<d:href>[^<]*\/([^</]+)<\/d:href><d:propstat><d:prop><d:resourcetype\/><d:getcontentlength>(\d+)</g,
    );
    return Object.fromEntries([...found].map(([, name = '', size]) => [name, Number(size)]));
  }

  /** `path` is below the files of the user, already escaped. */
  destination(path: string): string {
    return `/remote.php/dav/files/${this.login}${path}`;
  }

  move(id: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask('MOVE', `${id}/.file`, { headers: { Destination: this.destination(path), ...headers } });
  }

  /** Content of a document, read over the drive; undefined if there is none. */
  async content(path: string): Promise<Buffer | undefined> {
    const answer = await this.dav.ask('GET', path);
    return answer.status === 404 ? undefined : answer.bytes;
  }
}

/** The name of a chunk as the desktop clients write an offset. */
export function at(offset: number): string {
  return String(offset).padStart(16, '0');
}
