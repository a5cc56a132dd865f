import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ALL } from '../../src/model/entries/permissions.ts';
import { type Account, type Service, startService } from '../support/service.ts';
import { basic } from '../webdav/client.ts';
import { Mount, type Settings } from './mount.ts';
import { Rest } from './rest.ts';

const TITLE = 'What it was called';
const COMMENTS = 'What was said about it';

/** Anna's drive, and Ben, with whom she shares. */
export class Desk {
  readonly service: Service;
  readonly rest: Rest;
  readonly anna: Account;
  readonly ben: Account;
  /** Anna's token for REST and WebDAV. */
  readonly token: string;

  private constructor(service: Service, token: string, anna: Account, ben: Account) {
    this.service = service;
    this.token = token;
    this.rest = new Rest(service, token);
    this.anna = anna;
    this.ben = ben;
  }

  static async open(): Promise<Desk> {
    const service = await startService();
    const anna = await service.createUser('anna');
    const ben = await service.createUser('ben');
    const token = { name: 'test', scopes: ['read', 'write', 'webdav'] };
    const { secret } = await service.dms.tokens.create(anna.actor, token);
    return new Desk(service, secret, anna, ben);
  }

  /** Mounts Anna's drive with davfs2. */
  mount(settings?: Settings): Promise<Mount> {
    return Mount.of(this.service.url, this.anna, settings);
  }

  /** Uploads a document to a new folder, sets its title and comments, and shares it with Ben. */
  async file(folder: string, name: string, content: Buffer): Promise<FiledDocument> {
    const folderId = await this.rest.mkcol(folder);
    const id = await this.rest.upload(folderId, name, content);
    await this.rest.describe(id, { title: TITLE, comments: COMMENTS });
    const share = { entryId: id, users: [this.ben.login], permissions: ALL };
    await this.service.dms.shares.create(this.anna.actor, share);
    const document = new FiledDocument(this, { id, folderId, folder, name }, content);
    await document.assertSaved([]);
    return document;
  }

  /** ETag of the entry at a path of the drive. */
  async etag(path: string): Promise<string> {
    const response = await fetch(`${this.service.url}/webdav/${path}`, {
      method: 'HEAD',
      headers: { Authorization: basic(this.anna.login, this.token) },
    });
    assert.equal(response.status, 200, path);
    return response.headers.get('etag') ?? '';
  }

  async close(): Promise<void> {
    try {
      assert.deepEqual(this.service.errors(), []);
    } finally {
      await this.service.stop();
    }
  }
}

interface Place {
  readonly id: number;
  readonly folderId: number;
  readonly folder: string;
  readonly name: string;
}

/** A document with a title, comments and a share, in its own folder, which programs save. */
export class FiledDocument {
  readonly #desk: Desk;
  readonly #place: Place;
  readonly #first: Buffer;
  readonly #etags = new Set<string>();

  constructor(desk: Desk, place: Place, first: Buffer) {
    this.#desk = desk;
    this.#place = place;
    this.#first = first;
  }

  get id(): number {
    return this.#place.id;
  }

  /** Path of the document on a mounted drive. */
  in(mount: Mount): string {
    return join(mount.path, this.#place.folder, this.#place.name);
  }

  /**
   * Asserts that the document still has its identity and these contents after the first one, that its ETag is new, that
   * its folder contains only the document and `others`, and that the trash contains nothing from that folder.
   */
  async assertSaved(contents: readonly Buffer[], others: readonly string[] = []): Promise<void> {
    try {
      await this.#assertAlone(others);
      await this.#assertKept();
      await this.#assertVersions([this.#first, ...contents]);
    } catch (cause) {
      throw new Error(`it was not saved as it should be, by:\n${this.requests()}`, { cause });
    }
  }

  async #assertAlone(others: readonly string[]): Promise<void> {
    const { rest } = this.#desk;
    const { folderId, folder, name } = this.#place;
    const listed = (await rest.contents(folderId)).map((entry) => entry.name);
    assert.deepEqual(listed.sort(), [name, ...others].sort());
    const trash = (await rest.trash()).map(({ path }) => path);
    assert.deepEqual(
      trash.filter((path) => path.startsWith(`/${folder}/`)),
      [],
    );
  }

  async #assertKept(): Promise<void> {
    const { rest, ben } = this.#desk;
    const { id, folderId, name } = this.#place;
    assert.equal((await rest.documents(folderId)).get(name)?.id, id, 'it is the same document');
    const { title, comments, shares } = await rest.metadata(id);
    assert.deepEqual({ title, comments }, { title: TITLE, comments: COMMENTS });
    assert.deepEqual(
      shares.map(({ users, permissions }) => ({ users, permissions })),
      [{ users: [ben.login], permissions: ALL }],
    );
  }

  async #assertVersions(contents: readonly Buffer[]): Promise<void> {
    const { rest } = this.#desk;
    const { id, folder, name } = this.#place;
    const numbers = contents.map((_, index) => index + 1);
    const { versions } = await rest.metadata(id);
    assert.deepEqual(versions.map(({ number }) => number).reverse(), numbers);
    for (const [index, content] of contents.entries())
      assert.ok((await rest.content(id, index + 1)).equals(content), `version ${index + 1}`);
    const etag = await this.#desk.etag(`${folder}/${name}`);
    assert.ok(!this.#etags.has(etag), 'it has another ETag than before');
    this.#etags.add(etag);
  }

  /** The WebDAV requests of the programs for its folder, one per line. */
  requests(): string {
    return this.#desk.service
      .log()
      .map(({ method, path, status }) => `${String(method)} ${String(path)} ${String(status)}`)
      .filter((line) =>
        line.toLowerCase().includes(encodeURI(`/webdav/${this.#place.folder}/`).toLowerCase()),
      )
      .join('\n');
  }
}
