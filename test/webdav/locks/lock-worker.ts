import type { Random } from '../../../scripts/crash/random.ts';
import type { Answer, DavClient } from '../client.ts';
import type { LockFixture, Transient } from './lock-fixture.ts';
import { ModelLock } from './lock-model.ts';
import { type Credentials, Requester, secondsOf } from './lock-requests.ts';

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const property = (value: string): string =>
  `<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><x xmlns="urn:stress">${value}</x></d:prop></d:set></d:propertyupdate>`;
const DISCOVERY =
  '<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:lockdiscovery/></d:prop></d:propfind>';
/** Larger than contents stored in the database itself. */
const LARGE = 100_000;

/** A program of a user that performs one action after another. */
export class Worker {
  readonly #fixture: LockFixture;
  readonly #random: Random;
  readonly #user: string;
  readonly #dav: DavClient;
  readonly #requests: Requester;
  readonly #actions: readonly (readonly [number, () => Promise<void>])[];

  constructor(fixture: LockFixture, random: Random, access: Credentials) {
    this.#fixture = fixture;
    this.#random = random;
    this.#user = access.user;
    this.#dav = access.dav;
    this.#requests = new Requester(fixture, random, access);
    this.#actions = [
      [18, () => this.#lock()],
      [8, () => this.#refresh()],
      [8, () => this.#unlock()],
      [14, () => this.#put()],
      [6, () => this.#putNew()],
      [3, () => this.#lockNew()],
      [3, () => this.#makeFolder()],
      [5, () => this.#remove()],
      [5, () => this.#move()],
      [4, () => this.#moveOnto()],
      [4, () => this.#copyOnto()],
      [2, () => this.#copyNew()],
      [6, () => this.#patchProperties()],
      [6, () => this.#upload()],
      [3, () => this.#comment()],
      [5, () => this.#look()],
    ];
  }

  /** Performs a random action. */
  async step(): Promise<void> {
    const total = this.#actions.reduce((sum, [weight]) => sum + weight, 0);
    let left = this.#random.below(total);
    for (const [weight, action] of this.#actions) {
      if (left < weight) return action();
      left -= weight;
    }
  }

  #pick<T>(items: readonly T[]): T {
    const item = this.#random.pick(items);
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  #content(): string {
    const content = `${this.#user} ${this.#fixture.unique()} `;
    return this.#random.next() < 0.1 ? content.padEnd(LARGE, 'x') : content;
  }

  #newPath(): string {
    return `${this.#pick(this.#fixture.folders)}/${this.#fixture.unique()}`;
  }

  #take(isWanted: (one: Transient) => boolean = () => true): Transient | undefined {
    const { transients } = this.#fixture;
    const wanted = this.#random.pick(transients.filter(isWanted));
    if (wanted) transients.splice(transients.indexOf(wanted), 1);
    return wanted;
  }

  async #lock(): Promise<void> {
    const { documents, folders, refusedLocks, root } = this.#fixture;
    const dice = this.#random.next();
    const depth = this.#random.next() < 0.5 ? '0' : 'infinity';
    const folder = dice < 0.96 ? this.#pick(folders) : root;
    const taken = await this.#requests.takeLock(dice < 0.7 ? this.#pick(documents).path : folder, depth);
    if (taken && !(taken instanceof ModelLock)) refusedLocks.push(taken);
  }

  /** Locks a free name, which creates an empty document, and fills the document with the token (RFC 4918 §7.3). */
  async #lockNew(): Promise<void> {
    const path = this.#newPath();
    const sent = Date.now();
    const taken = await this.#requests.takeLock(path, '0');
    if (!taken) return;
    const write = { user: this.#user, what: `LOCK ${path} by ${this.#user}`, submitted: [] };
    const changes = [parentOf(path)];
    const isTaken = taken instanceof ModelLock;
    this.#requests.note({ ...write, changes, sent, answered: Date.now() }, isTaken ? 'done' : 'locked');
    if (!isTaken) return;
    const content = this.#content();
    const filled = await this.#requests.write('PUT', path, [path], { body: content });
    this.#fixture.transients.push({ path, content: filled ? content : undefined });
  }

  /** Usually one of the user's own locks that may still exist. */
  #someLock(): ModelLock | undefined {
    const now = Date.now();
    const recent = this.#fixture.model.locks.slice(-60);
    const isOwn = this.#random.next() < 0.8;
    return this.#random.pick(
      recent.filter(
        (lock) => (lock.user === this.#user) === isOwn && lock.possibly({ sent: now - 500, answered: now }),
      ),
    );
  }

  /** A path that the lock covers: its own, or one below. */
  #coveredBy(lock: ModelLock): string {
    const covered = this.#fixture.documents.filter(({ path }) => lock.covers(path));
    return this.#random.next() < 0.7 ? lock.path : (this.#random.pick(covered)?.path ?? lock.path);
  }

  async #refresh(): Promise<void> {
    const lock = this.#someLock();
    if (!lock) return;
    const headers = { If: `(<${lock.token}>)`, Timeout: `Second-${1 + this.#random.below(3)}` };
    const { sent, answered, answer } = await this.#requests.timed(() =>
      this.#dav.ask('LOCK', this.#coveredBy(lock), { headers }),
    );
    const done = answer.status === 200;
    const request = { what: 'refresh', user: this.#user, lock, done, sent, answered } as const;
    const renewal = { ...request, seconds: done ? secondsOf(answer.text, lock.token) : 0 };
    this.#fixture.lockRequests.push(renewal);
    if (done) lock.renew(renewal);
    else this.#expectRefusal('refreshing', answer);
  }

  async #unlock(): Promise<void> {
    const lock = this.#someLock();
    if (!lock) return;
    const headers = { 'Lock-Token': `<${lock.token}>` };
    const { sent, answered, answer } = await this.#requests.timed(() =>
      this.#dav.ask('UNLOCK', this.#coveredBy(lock), { headers }),
    );
    const done = answer.status === 204;
    this.#fixture.lockRequests.push({ what: 'unlock', user: this.#user, lock, done, sent, answered });
    if (done) lock.end({ sent, answered });
    else this.#expectRefusal('UNLOCK', answer);
  }

  /** The lock has ended, its document is gone, or it belongs to another user. */
  #expectRefusal(what: string, { status, text }: Answer): void {
    if (![403, 404, 409, 412].includes(status))
      this.#fixture.faults.push(`${what} answered ${status}: ${text}`);
  }

  async #put(): Promise<void> {
    const document = this.#pick(this.#fixture.documents);
    const content = this.#content();
    const done = await this.#requests.write('PUT', document.path, [document.path], { body: content });
    if (done) document.contents.push({ ...done, content });
  }

  async #putNew(): Promise<void> {
    const path = this.#newPath();
    const content = this.#content();
    const done = await this.#requests.write('PUT', path, [parentOf(path)], { body: content });
    if (done) this.#fixture.transients.push({ path, content });
  }

  async #makeFolder(): Promise<void> {
    const path = this.#newPath();
    const done = await this.#requests.write('MKCOL', path, [parentOf(path)]);
    if (done) this.#fixture.transients.push({ path, content: undefined });
  }

  async #remove(): Promise<void> {
    const one = this.#take();
    if (!one) return;
    const done = await this.#requests.write('DELETE', one.path, [one.path, parentOf(one.path)]);
    if (done) this.#fixture.model.dissolve(one.path, done);
    else this.#fixture.transients.push(one);
  }

  async #move(): Promise<void> {
    const one = this.#take();
    if (!one) return;
    const path = this.#newPath();
    const changes = [one.path, parentOf(one.path), parentOf(path)];
    const done = await this.#requests.write('MOVE', one.path, changes, {
      headers: { Destination: this.#dav.at(path) },
    });
    if (done) this.#fixture.model.dissolve(one.path, done);
    this.#fixture.transients.push(done ? { ...one, path } : one);
  }

  /** Moves a document onto a fixed one, which gets the content as its next version. */
  async #moveOnto(): Promise<void> {
    const one = this.#take(({ content }) => content !== undefined);
    if (one?.content === undefined) return;
    const document = this.#pick(this.#fixture.documents);
    const changes = [one.path, parentOf(one.path), document.path];
    const headers = { Destination: this.#dav.at(document.path) };
    const done = await this.#requests.write('MOVE', one.path, changes, { headers });
    if (done) {
      document.contents.push({ ...done, content: one.content });
      this.#fixture.model.dissolve(one.path, done);
    } else this.#fixture.transients.push(one);
  }

  async #copyOnto(): Promise<void> {
    const one = this.#take(({ content }) => content !== undefined);
    if (one?.content === undefined) return;
    const document = this.#pick(this.#fixture.documents);
    const headers = { Destination: this.#dav.at(document.path) };
    const done = await this.#requests.write('COPY', one.path, [document.path], { headers });
    if (done) document.contents.push({ ...done, content: one.content });
    this.#fixture.transients.push(done ? { ...one, content: undefined } : one);
  }

  async #copyNew(): Promise<void> {
    const path = this.#newPath();
    const headers = { Destination: this.#dav.at(path) };
    const done = await this.#requests.write(
      'COPY',
      this.#pick(this.#fixture.documents).path,
      [parentOf(path)],
      {
        headers,
      },
    );
    if (done) this.#fixture.transients.push({ path, content: undefined });
  }

  async #patchProperties(): Promise<void> {
    const document = this.#pick(this.#fixture.documents);
    const value = this.#fixture.unique();
    const done = await this.#requests.write('PROPPATCH', document.path, [document.path], {
      body: property(value),
    });
    if (done) document.properties.push({ ...done, value });
  }

  async #upload(): Promise<void> {
    const document = this.#pick(this.#fixture.documents);
    const content = this.#content();
    const body = new FormData();
    body.set('folder_id', String(document.folderId));
    body.set('file', new Blob([content]), document.name);
    const done = await this.#requests.ask('POST', '/api/documents/upload', document, body);
    if (done) document.contents.push({ ...done, content });
  }

  async #comment(): Promise<void> {
    const document = this.#pick(this.#fixture.documents);
    const body = JSON.stringify({ comments: this.#fixture.unique() });
    await this.#requests.ask('PATCH', `/api/documents/${document.id}`, document, body);
  }

  async #look(): Promise<void> {
    const { documents, folders } = this.#fixture;
    const path = this.#pick([...folders, ...documents.map((document) => document.path)]);
    const { sent, answered, answer } = await this.#requests.timed(() =>
      this.#dav.ask('PROPFIND', path, { headers: { Depth: '0' }, body: DISCOVERY }),
    );
    if (answer.status !== 207) this.#fixture.faults.push(`PROPFIND ${path} answered ${answer.status}`);
    const tokens = [...answer.text.matchAll(/opaquelocktoken:[0-9a-f-]+/g)].map(([token]) => token);
    const count = [...answer.text.matchAll(/<d:activelock>/g)].length;
    this.#fixture.looks.push({ user: this.#user, path, tokens, count, sent, answered });
  }
}
