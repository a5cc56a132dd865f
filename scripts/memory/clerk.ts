import { randomBytes } from 'node:crypto';
import type { ClientRequest } from 'node:http';
import { Random } from '../crash/random.ts';
import { type Answer, basic, Caller } from '../latency/caller.ts';
import { PASSWORD, staffLogin, tokenOf } from '../scale/office/people.ts';
import { encoded, LEAF_DOCUMENTS, leafDocument, leafPath, staffDocuments } from '../scale/office/places.ts';
import type { Shape } from '../scale/office/shape.ts';
import { documentText } from '../scale/office/vocabulary.ts';

const MIB = 2 ** 20;
const DESK = 'Schreibtisch';
/** Number of own documents per user. More are never stored, so that the data stops growing. */
const SLOTS = 12;
/** Number of the own document that is a picture. */
const PICTURE = 0;
const PAGE_USERS = 4;

/** A user of the office with a computer and its address. The user's own documents are in one folder. */
export class Clerk {
  readonly random: Random;
  /** Requests over WebDAV, with a token or, for every fourth user, with the password. */
  readonly drive: Caller;
  /** REST requests with a token. */
  readonly rest: Caller;
  /** REST requests without credentials. */
  readonly guest: Caller;
  readonly login: string;
  readonly #number: number;
  readonly #shape: Shape;
  readonly #picture: Buffer;
  readonly #streams = new Set<ClientRequest>();
  /** Ids in the trash, by slot. */
  readonly #deleted = new Map<number, number>();
  readonly #stored = new Set<number>();

  constructor(port: number, shape: Shape, { number, picture }: { number: number; picture: Buffer }) {
    const address = `127.0.${String(1 + Math.floor(number / 250))}.${String(1 + (number % 250))}`;
    this.#number = number;
    this.#shape = shape;
    this.#picture = picture;
    this.login = staffLogin(number);
    this.random = new Random(number);
    const token = tokenOf(this.login);
    const secret = number % PAGE_USERS === 0 ? PASSWORD : token;
    this.drive = new Caller(port, basic(this.login, secret), address);
    this.rest = new Caller(port, `Bearer ${token}`, address);
    this.guest = new Caller(port, undefined, address);
  }

  get stored(): ReadonlySet<number> {
    return this.#stored;
  }

  async begin(): Promise<void> {
    await this.drive.must('MKCOL', this.deskPath());
  }

  /** URL path of the folder with the own documents. */
  deskPath(): string {
    return `/webdav/${DESK}`;
  }

  slotPath(slot: number): string {
    return `${this.deskPath()}/${encoded([nameOf(slot)])}`;
  }

  /** Names on the path of a random folder that the office already has. */
  folder(): readonly string[] {
    return leafPath(this.#number, this.#leaf());
  }

  /** URL path of a random document that the office already has. */
  document(): string {
    const leaf = this.#leaf();
    const text = documentText(leafDocument(this.#number, leaf, this.random.below(LEAF_DOCUMENTS)));
    return `/webdav/${encoded([...leafPath(this.#number, leaf), text.name])}`;
  }

  /** Stores a new content in a random slot. */
  async save(): Promise<number> {
    const slot = this.random.below(SLOTS);
    await this.drive.must('PUT', this.slotPath(slot), { body: this.content(slot) });
    this.#stored.add(slot);
    return slot;
  }

  content(slot: number): Buffer {
    if (slot === PICTURE) return Buffer.concat([this.#picture, randomBytes(16)]);
    const text = documentText(this.random.below(1e6));
    const words = `${text.name}\n${text.title ?? ''}\n${text.comments}\n${randomBytes(8).toString('hex')}\n`;
    return Buffer.from(words.repeat(1 + this.random.below(100)));
  }

  /** A content of 1 to 5 MiB. */
  largeContent(): Buffer {
    return randomBytes(Math.floor((1 + 4 * this.random.next()) * MIB));
  }

  /** A slot with a document; stores one if there is none. */
  async filled(): Promise<number> {
    return this.random.pick([...this.#stored]) ?? (await this.save());
  }

  /** A slot without a document; deletes one if all are filled. */
  async empty(): Promise<number> {
    const empty = Array.from({ length: SLOTS }, (_, slot) => slot).filter((slot) => !this.#stored.has(slot));
    return this.random.pick(empty) ?? (await this.remove());
  }

  noteMoved(from: number, to: number): void {
    this.#stored.delete(from);
    this.#stored.add(to);
  }

  noteStored(slot: number): void {
    this.#stored.add(slot);
  }

  /** Moves the document of a slot to the trash, after purging the one that was there before. */
  async remove(): Promise<number> {
    const slot = await this.filled();
    const id = await this.idOf(`/${DESK}/${nameOf(slot)}`);
    const before = this.#deleted.get(slot);
    this.#deleted.delete(slot);
    if (before !== undefined) await this.rest.must('DELETE', `/api/trash/${String(before)}`);
    await this.rest.must('DELETE', `/api/documents/${String(id)}`);
    this.#stored.delete(slot);
    this.#deleted.set(slot, id);
    return slot;
  }

  /** Restores a document from the trash if its slot is empty. */
  async restore(): Promise<void> {
    const [slot, id] = [...this.#deleted].find(([each]) => !this.#stored.has(each)) ?? [];
    if (slot === undefined || id === undefined) return;
    await this.rest.json('POST', `/trash/${String(id)}/restore`, {});
    this.#deleted.delete(slot);
    this.#stored.add(slot);
  }

  /** Id of the entry at a path of the drive. */
  async idOf(path: string): Promise<number> {
    const { text } = await this.rest.must('GET', `/api/entries?path=${encodeURIComponent(path)}`);
    const [, id] = /"id":(\d+)/.exec(text) ?? [];
    if (id === undefined) throw new Error(`no id: ${text}`);
    return Number(id);
  }

  pictureId(): Promise<number> {
    return this.idOf(`/${DESK}/${nameOf(PICTURE)}`);
  }

  deskId(): Promise<number> {
    return this.idOf(`/${DESK}`);
  }

  /** Signs in like a browser, reads the account, and signs out. */
  async visit(): Promise<Answer> {
    const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
    const body = JSON.stringify({ login: this.login, password: PASSWORD });
    const { headers: answered } = await this.guest.must('POST', '/api/login', { headers, body });
    const Cookie = answered['set-cookie']?.[0]?.split(';')[0] ?? '';
    await this.guest.must('GET', '/api/account', { headers: { Cookie } });
    return this.guest.must('POST', '/api/logout', { headers: { ...headers, Cookie }, body: '{}' });
  }

  /** Opens a stream of events, and closes it after up to five minutes. */
  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      const stream = this.rest.begin('GET', '/api/events');
      const timer = setTimeout(() => stream.destroy(), this.random.below(5 * 60_000));
      this.#streams.add(stream);
      stream
        .on('response', (response) => {
          response.on('error', () => undefined).resume();
          if (response.statusCode === 200) resolve();
          else reject(new Error(`GET /api/events: ${String(response.statusCode)}`));
        })
        .on('error', reject)
        .on('close', () => {
          clearTimeout(timer);
          this.#streams.delete(stream);
        })
        .end();
    });
  }

  close(): void {
    for (const stream of this.#streams) stream.destroy();
    for (const caller of [this.drive, this.rest, this.guest]) caller.close();
  }

  #leaf(): number {
    const leaves = Math.floor(staffDocuments(this.#shape, this.#number) / LEAF_DOCUMENTS);
    return this.random.below(Math.max(1, leaves));
  }
}

function nameOf(slot: number): string {
  return slot === PICTURE ? 'Bild.jpg' : `Akte ${String(slot)}.txt`;
}
