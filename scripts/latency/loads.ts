import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Asked, basic, Caller } from './caller.ts';
import { BEN, MALLORY, type Office } from './office.ts';

/** Source address of a load. It differs from the waiting user's address, so that the server treats them separately. */
const ADDRESS = '127.0.0.2';
const MIB = 2 ** 20;

/** A load on the server. */
export interface Load {
  readonly name: string;
  /** Prepares the load, before the waits are measured. */
  readonly prepare?: (attacker: Attacker) => Promise<void>;
  /** Sends requests until the time is over. */
  readonly run: (attacker: Attacker) => Promise<void>;
}

/** A malicious user at one address. */
export class Attacker {
  readonly #ended: () => boolean;
  readonly port: number;
  readonly token: Caller;
  readonly guest: Caller;
  /** Number of responses by status; 0: the connection broke or the response came too late. */
  readonly answers = new Map<number, number>();

  constructor(port: number, { tokens }: Office, ended: () => boolean) {
    this.port = port;
    this.#ended = ended;
    this.token = new Caller(port, `Bearer ${tokens.mallory}`, ADDRESS);
    this.guest = new Caller(port, undefined, ADDRESS);
    this.dav = new Caller(port, basic(MALLORY.login, tokens.mallory), ADDRESS);
  }

  readonly dav: Caller;

  count(status: number): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
  }

  /** Sends requests repeatedly, `loops` at a time. */
  async repeat(loops: number, caller: Caller, one: () => [string, string, Asked?]): Promise<void> {
    const loop = async (): Promise<void> => {
      while (!this.#ended()) {
        const { status } = await caller.ask(...one()).catch(() => ({ status: 0 }));
        this.count(status);
        // A refusal can arrive immediately. Without a pause, this program would be the bottleneck instead of the
        // server.
        await pause(1);
      }
    };
    await Promise.all(Array.from({ length: loops }, loop));
  }

  /** Opens requests with endless bodies, until the time is over. */
  async hold(count: number, path: string, type: string, parts: () => Iterable<Buffer>): Promise<void> {
    const open = Array.from({ length: count }, () => {
      const sent = this.token.begin('POST', path, { 'Content-Type': type, 'Transfer-Encoding': 'chunked' });
      sent
        .on('error', () => this.#countBroken())
        .on('response', (response) => {
          this.count(response.statusCode ?? 0);
          response.resume();
        });
      void this.#write(sent, parts());
      return sent;
    });
    while (!this.#ended()) await pause(50);
    for (const sent of open) sent.destroy();
  }

  async #write(sent: ReturnType<Caller['begin']>, parts: Iterable<Buffer>): Promise<void> {
    for (const part of parts) {
      if (this.#ended() || sent.destroyed) return;
      if (!sent.write(part))
        await Promise.race([new Promise((resolve) => sent.once('drain', resolve)), pause(1000)]);
    }
  }

  /** After the end of the load, this program aborts the requests itself; those do not count as broken. */
  #countBroken(): void {
    if (!this.#ended()) this.count(0);
  }

  close(): void {
    for (const caller of [this.token, this.guest, this.dav]) caller.close();
  }
}

const FORM = 'multipart/form-data; boundary=waits';

function part(disposition: string, size: number): Buffer {
  const head = `--waits\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.alloc(size, 'x'), Buffer.from('\r\n')]);
}

const many = (count: number, text: (index: number) => string, joint: string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(joint);

const search = (q: string, filter = ''): [string, string] => [
  'GET',
  `/api/folders/0/search?q=${encodeURIComponent(q)}&filter=${encodeURIComponent(filter)}`,
];

/** Body of a PROPFIND for these properties. */
const named = (properties: string): string =>
  `<D:propfind xmlns:D="DAV:"><D:prop>${properties}</D:prop></D:propfind>`;
const LOCK =
  '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>';

/** The loads of points 14 to 17. */
export const LOADS: readonly Load[] = [
  {
    name: 'nothing',
    run: async (attacker) => attacker.repeat(1, attacker.dav, () => ['GET', '/webdav/plan.txt']),
  },
  {
    name: '14 search: 400 × f*',
    run: (attacker) => attacker.repeat(2, attacker.token, () => search('f* '.repeat(400))),
  },
  {
    name: '14 search: 400 beginnings',
    run: (attacker) =>
      attacker.repeat(2, attacker.token, () =>
        search(many(400, (index) => `${'f'.padEnd(1 + (index % 3), 'i')}* file${index % 10}*`, ' ')),
      ),
  },
  {
    name: '14 search: 4 beginnings',
    run: (attacker) => attacker.repeat(8, attacker.token, () => search('fi* re* fo* fr*')),
  },
  {
    name: '14 search: 32 words',
    run: (attacker) =>
      attacker.repeat(8, attacker.token, () =>
        search(`fi* for friends report finance ${many(27, (index) => `-w${index}`, ' ')}`),
      ),
  },
  {
    name: '14 filter: 1200 terms',
    run: (attacker) =>
      attacker.repeat(8, attacker.token, () =>
        search(
          '',
          many(1200, (index) => `ext:x${index}`, ','),
        ),
      ),
  },
  {
    name: '14 filter: 32 terms',
    run: (attacker) =>
      attacker.repeat(8, attacker.token, () =>
        search(
          '',
          many(32, (index) => `ext:x${index}`, ','),
        ),
      ),
  },
  {
    name: '14 PROPFIND: 500 properties',
    run: (attacker) =>
      attacker.repeat(4, attacker.dav, () => [
        'PROPFIND',
        '/webdav/folder-0',
        { headers: { Depth: '1' }, body: named(many(500, (index) => `<p${index} xmlns="urn:x"/>`, '')) },
      ]),
  },
  {
    name: '14 If: 150 resources',
    run: (attacker) =>
      attacker.repeat(4, attacker.dav, () => [
        'PROPFIND',
        '/webdav/plan.txt',
        { headers: { Depth: '0', If: many(150, (index) => `</webdav/folder-${index}/none> (["x"])`, ' ') } },
      ]),
  },
  {
    name: '15 listing under 300 shared locks',
    prepare: async (attacker) => {
      for (let number = 0; number < 300; number += 1)
        attacker.count((await attacker.dav.ask('LOCK', '/webdav/folder-0', { body: LOCK })).status);
    },
    run: (attacker) =>
      attacker.repeat(2, attacker.dav, () => [
        'PROPFIND',
        '/webdav/folder-0',
        { headers: { Depth: '1' }, body: named('<D:lockdiscovery/>') },
      ]),
  },
  {
    name: '16 sign-in flood (WebDAV)',
    run: (attacker) =>
      attacker.repeat(40, attacker.guest, () => [
        'GET',
        '/webdav/',
        { headers: { Authorization: basic(`user-${randomUUID()}`, randomUUID()) } },
      ]),
  },
  {
    name: '16 wrong passwords (both faces)',
    run: async (attacker) => {
      const wrong = JSON.stringify({ login: BEN.login, password: 'a wrong password' });
      const headers = { 'Content-Type': 'application/json' };
      await Promise.all([
        attacker.repeat(20, attacker.guest, () => [
          'GET',
          '/webdav/',
          { headers: { Authorization: basic(BEN.login, randomUUID()) } },
        ]),
        attacker.repeat(20, attacker.guest, () => ['POST', '/api/login', { headers, body: wrong }]),
      ]);
    },
  },
  {
    name: '17 30 open forms, fields of 1 MiB',
    run: (attacker) =>
      attacker.hold(30, '/api/documents/upload', FORM, function* () {
        for (let field = 0; field < 40; field += 1) yield part(`name="field${field}"`, MIB - 100);
      }),
  },
  {
    name: '17 30 open forms, files of 1 MiB',
    run: (attacker) =>
      attacker.hold(30, '/api/documents/upload', FORM, function* () {
        yield part('name="folder_id"', 0);
        for (let file = 0; file < 40; file += 1) yield part(`name="file"; filename="f${file}"`, MIB);
      }),
  },
  {
    name: '17 30 open forms, files of 60 KiB',
    run: (attacker) =>
      attacker.hold(30, '/api/documents/upload', FORM, function* () {
        for (let file = 0; file < 900; file += 1) yield part(`name="file"; filename="f${file}"`, 60 * 1024);
      }),
  },
  {
    name: '17 200 JSON bodies that never come',
    run: (attacker) =>
      attacker.hold(200, '/api/folders', 'application/json', () => [Buffer.from('{"name":"x')]),
  },
  {
    name: '17 COPY in a loop',
    run: (attacker) =>
      attacker.repeat(2, attacker.dav, () => [
        'COPY',
        '/webdav/folder-0',
        { headers: { Destination: `http://127.0.0.1:${attacker.port}/webdav/copy-${randomUUID()}` } },
      ]),
  },
];
