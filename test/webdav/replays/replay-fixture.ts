import assert from 'node:assert/strict';
import { type DavClient, hrefs, propfindBody } from '../client.ts';
import { beside, contentOf, type Step } from './recording.ts';
import { DAY, type Person, type ReplayService } from './replay-service.ts';

/** Options of a {@link ReplayFixture}. */
interface ReplayOptions {
  readonly name?: string;
  readonly content?: string;
  /** Name of a shared folder that contains the document; by default the document is in the home and shared itself. */
  readonly folder?: string;
  /** Ben's permissions on the shared entry; default: read. */
  readonly permissions?: number;
  /** Content of a document with the same name in Ben's home. */
  readonly own?: string;
}

/** Expected state after a replay. */
interface EndState {
  /** Contents of the document's versions, oldest first. */
  readonly versions: readonly string[];
  /** Other names in its folder. */
  readonly beside?: readonly string[];
  /** Paths in the owner's trash. */
  readonly trash?: readonly string[];
  /** Names of its dead properties; a new content may add its own. */
  readonly properties?: readonly string[];
}

const TITLE = 'Annual accounts';
const COMMENTS = 'Signed by both';
const PROJECT =
  '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><x:project xmlns:x="urn:x">Apollo</x:project></d:prop></d:set></d:propertyupdate>';
const PAGE = { page: 1, perPage: 50 };

/** Ann's document with a title and comments, shared with Ben; a day has passed since. */
export class ReplayFixture {
  readonly service: ReplayService;
  readonly ann: Person;
  readonly ben: Person;
  readonly id: number;
  /** Path for both users, below `/webdav`, escaped. */
  readonly path: string;
  readonly #name: string;
  readonly #folderId: number;
  readonly #first: { readonly content: string; readonly etag: string };
  readonly #learned = new Map<string, string>();

  private constructor(
    service: ReplayService,
    people: { readonly ann: Person; readonly ben: Person },
    document: { id: number; path: string; name: string; folderId: number; content: string; etag: string },
  ) {
    this.service = service;
    this.ann = people.ann;
    this.ben = people.ben;
    this.id = document.id;
    this.path = document.path;
    this.#name = document.name;
    this.#folderId = document.folderId;
    this.#first = document;
  }

  static async set(service: ReplayService, options: ReplayOptions = {}): Promise<ReplayFixture> {
    const { name = 'report.docx', content = contentOf('first'), folder, permissions = 1, own } = options;
    const ann = await service.person('ann');
    const ben = await service.person('ben');
    const folderId = folder === undefined ? 0 : await ann.rest.mkcol(folder);
    const id = await ann.rest.upload(folderId, name, Buffer.from(content));
    await ann.rest.describe(id, { title: TITLE, comments: COMMENTS });
    if (own !== undefined) await ben.rest.upload(0, name, Buffer.from(own));
    const entryId = folder === undefined ? id : folderId;
    await service.service.dms.shares.create(ann.actor, { entryId, users: [ben.login], permissions });
    const path = [folder, name]
      .map((part) => (part === undefined ? '' : `/${encodeURIComponent(part)}`))
      .join('');
    await ann.dav.expect(207, 'PROPPATCH', path, { body: PROJECT });
    const { headers } = await ann.dav.expect(200, 'HEAD', path);
    service.pass(DAY);
    const etag = String(headers.etag);
    return new ReplayFixture(service, { ann, ben }, { id, path, name, folderId, content, etag });
  }

  /** The path of another name in the document's folder. */
  beside(name: string): string {
    return beside(this.path, name);
  }

  /** Sends the requests in sequence as a user (default: Ann), and asserts each status. */
  async replay(steps: readonly Step[], { dav }: Person = this.ann): Promise<void> {
    for (const [index, { method, path, status, headers, body }] of steps.entries()) {
      const filled = Object.entries(headers).map(([name, value]) => [name, this.#fill(value, dav)]);
      const content = typeof body === 'string' ? { body } : { chunks: body ?? [] };
      const answer = await dav.ask(method, path, { headers: Object.fromEntries(filled), ...content });
      const said = `${answer.status}: ${answer.text.slice(0, 300)}`;
      assert.equal(answer.status, status, `request ${index + 1}, ${method} ${path}, is answered ${said}`);
      this.#learn('token', path, answer.headers['lock-token']);
      this.#learn('etag', path, answer.headers.etag);
    }
  }

  /**
   * Asserts over both interfaces that the document has kept its identity, has these versions, and that no other entries
   * remain.
   */
  async assertKept(end: EndState): Promise<void> {
    const { versions, beside: others = [], trash = [], properties = [] } = end;
    const head = versions.at(-1) ?? '';
    await this.assertReads(this.ann, this.path, head);
    await this.assertReads(this.ben, this.path, head);
    await this.#assertSeen(others);
    await this.#assertDescribed();
    await this.#assertProperties(['project', ...properties]);
    assert.deepEqual(await this.versions(), versions, 'the versions, oldest first');
    assert.deepEqual(await this.trashed(), trash, 'the trash');
  }

  /** Asserts the content that a user reads at a path. For the document itself, a new content has a new ETag. */
  async assertReads({ dav, login }: Person, path: string, content: string): Promise<void> {
    const { text, headers } = await dav.expect(200, 'GET', path);
    assert.ok(text === content, `${login} reads at ${path}: ${text.slice(0, 100)}`);
    if (path !== this.path) return;
    const isFirst = content === this.#first.content;
    assert.equal(headers.etag === this.#first.etag, isFirst, 'the ETag changes with the content');
  }

  /** Contents of a document's versions (default: the fixture's), oldest first. */
  async versions(id: number = this.id): Promise<string[]> {
    const { rest } = this.ann;
    const numbers = (await rest.metadata(id)).versions.map(({ number }) => number).reverse();
    const counted = numbers.map((_, index) => index + 1);
    assert.deepEqual(numbers, counted, 'the versions are numbered without a gap');
    return Promise.all(numbers.map(async (number) => String(await rest.content(id, number))));
  }

  /** Paths in a user's trash (default: Ann's), newest first. */
  async trashed({ rest }: Person = this.ann): Promise<string[]> {
    return (await rest.trash()).map(({ path }) => path);
  }

  /** The id of the entry that a user (default: Ann) sees at a path; undefined when there is none. */
  idAt(path: string, { actor }: Person = this.ann): number | undefined {
    const names = path.split('/').filter(Boolean).map(decodeURIComponent);
    const found = this.service.service.dms.tree.resolve(actor, names);
    return found === undefined ? undefined : found.entry.id;
  }

  /** Asserts that REST and PROPFIND list the document under its name, and these others. */
  async #assertSeen(others: readonly string[]): Promise<void> {
    const { rest, dav } = this.ann;
    const listed = await rest.contents(this.#folderId);
    assert.deepEqual(
      listed.map(({ name }) => name.normalize()).sort(),
      [this.#name.normalize(), ...others].sort(),
      'the names in the folder',
    );
    const own = listed.find(({ name }) => name.normalize() === this.#name.normalize());
    assert.equal(own?.id, this.id, 'it is the same document');
    const folder = this.beside('');
    const { text } = await dav.expect(207, 'PROPFIND', folder, { headers: { Depth: '1' } });
    const names = hrefs(text).map((href) => decodeURIComponent(href).slice(`/webdav${folder}`.length));
    assert.deepEqual(
      names.flatMap((name) => (name === '' ? [] : name.replace(/\/$/, ''))).sort(),
      listed.map(({ name }) => name).sort(),
    );
  }

  async #assertDescribed(): Promise<void> {
    const { actor, rest } = this.ann;
    const { title, comments, shares } = await rest.metadata(this.id);
    assert.deepEqual({ title, comments }, { title: TITLE, comments: COMMENTS });
    if (this.#folderId === 0)
      assert.deepEqual(
        shares.map(({ users }) => users),
        [[this.ben.login]],
      );
    const { items } = await this.service.service.dms.search.search(actor, 0, { q: TITLE, filter: {} }, PAGE);
    assert.deepEqual(
      items.map(({ record }) => record.id),
      [this.id],
      'the search finds it by its title, and nothing else',
    );
  }

  /** Asserts its dead properties, and that it has no lock. */
  async #assertProperties(expected: readonly string[]): Promise<void> {
    const { properties } = this.service.service.dms.documents.metadata(this.ann.actor, this.id);
    assert.deepEqual(properties.map(({ name }) => name).sort(), [...expected].sort(), 'the dead properties');
    const { text } = await this.ann.dav.expect(207, 'PROPFIND', this.path, {
      headers: { Depth: '0' },
      body: propfindBody('<d:prop><d:lockdiscovery/></d:prop>'),
    });
    assert.doesNotMatch(text, /activelock/, 'no lock is left');
  }

  #fill(value: string, dav: DavClient): string {
    return value.replace(/\{(\w+) ([^}]+)\}/g, (_, kind: string, path: string) => {
      if (kind === 'url') return dav.at(path);
      const known = this.#learned.get(`${kind} ${path}`);
      assert.ok(known !== undefined, `no answer has told the ${kind} of ${path}`);
      return known;
    });
  }

  #learn(kind: 'token' | 'etag', path: string, value: string | string[] | undefined): void {
    if (typeof value === 'string') this.#learned.set(`${kind} ${path}`, value);
  }
}
