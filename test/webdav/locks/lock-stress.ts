import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Random } from '../../../scripts/crash/random.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { bytesOf } from '../../support/bytes.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { paths } from '../../support/tree.ts';
import { basic, DavClient, lockInfo } from '../client.ts';
import { type FixedDocument, LockFixture } from './lock-fixture.ts';
import type { Interval, ModelLock } from './lock-model.ts';
import { Worker } from './lock-worker.ts';

const WORKERS_EACH = 4;
/** Maximum pause of a worker between two requests. */
const REST_MS = 30;
/** Slightly more than the longest timeout that workers request. */
const LONGEST_LOCK_MS = 3100;
const NAMES = ['d0.txt', 'd1.txt', 'd2.txt'];

/** Number of requests between two checks for the end of the test. */
const LOOK_EVERY = 50;
const KINDS = [
  ...['refresh done', 'refresh refused', 'unlock done', 'unlock refused', 'PUT precondition_failed'],
  ...['PUT', 'DELETE', 'MOVE', 'COPY', 'PROPPATCH', 'MKCOL', 'POST', 'PATCH', 'LOCK'].flatMap((method) => [
    `${method} done`,
    `${method} locked`,
  ]),
  ...['write with a token done', 'lock refused', 'lock shown'],
];

/**
 * Defines the tests of locks under the requests of eight workers.
 * @param seed seed of the requests
 * @param minLocks the workers stop once this many locks were granted, and each kind of request was granted and refused
 */
export function testLockStress(seed: number, minLocks: number): void {
  let service: Service;
  let owner: Account;
  let fixture: LockFixture;
  let ended: number;
  const davs = new Map<string, DavClient>();

  before(async function () {
    service = await startService({ config: { durability: 'relaxed' } });
    owner = await service.createUser('ann');
    const editor = await service.createUser('ben');
    fixture = new LockFixture('/team', ['/team/a', '/team/b'], await furnish(owner.actor));
    const workers: Worker[] = [];
    for (const [index, { login, password, actor }] of [owner, editor].entries()) {
      const dav = new DavClient(service.port, basic(login, password));
      davs.set(login, dav);
      const { secret } = await service.dms.tokens.create(actor, { name: 'x', scopes: ['read', 'write'] });
      for (let number = 0; number < WORKERS_EACH; number += 1) {
        const random = new Random(seed + index * WORKERS_EACH + number);
        workers.push(new Worker(fixture, random, { user: login, dav, url: service.url, token: secret }));
      }
    }
    const isOver = (): boolean => fixture.model.locks.length >= minLocks && untried().length === 0;
    await Promise.all(workers.map((worker, index) => runUntil(isOver, worker, new Random(index))));
    ended = Date.now();
  });

  after(() => service.stop());

  /** Creates the shared folder with two folders of documents. */
  async function furnish(actor: UserActor): Promise<FixedDocument[]> {
    const { dms } = service;
    const dav = new DavClient(service.port, basic(owner.login, owner.password));
    const team = await dms.folders.create(actor, { folderId: 0, name: 'team' });
    await dms.shares.create(actor, { entryId: team.id, users: ['ben'], permissions: 15 });
    const documents: FixedDocument[] = [];
    for (const folderName of ['a', 'b']) {
      const { id: folderId } = await dms.folders.create(actor, { folderId: team.id, name: folderName });
      for (const name of NAMES) {
        const path = `/team/${folderName}/${name}`;
        const content = `first ${path}`;
        await dav.expect(201, 'PUT', path, { body: content });
        const found = dms.tree.resolve(actor, ['team', folderName, name]);
        assert.ok(found !== undefined);
        const contents = [{ sent: 0, answered: 0, content }];
        documents.push({ id: found.entry.id, path, name, folderId, contents, properties: [] });
      }
    }
    return documents;
  }

  /** Kinds of requests that have not been granted, or not refused, so far. */
  function untried(): string[] {
    const kinds = new Set([
      ...fixture.writes.map(({ what, outcome }) => `${what.split(' ', 1).join()} ${outcome}`),
      ...fixture.lockRequests.map(({ what, done }) => `${what} ${done ? 'done' : 'refused'}`),
    ]);
    if (fixture.writes.some(({ submitted, outcome }) => submitted.length > 0 && outcome === 'done'))
      kinds.add('write with a token done');
    if (fixture.refusedLocks.length > 0) kinds.add('lock refused');
    if (fixture.looks.some(({ tokens }) => tokens.length > 0)) kinds.add('lock shown');
    return KINDS.filter((kind) => !kinds.has(kind));
  }

  /** Asserts that there are no faults; the message contains the first few. */
  function assertNone(faults: readonly string[]): void {
    assert.equal(
      faults.length,
      0,
      `${faults.length} faults (seed ${seed}):\n${faults.slice(0, 10).join('\n')}`,
    );
  }

  it('answer every request as it should be answered', () => {
    assertNone(fixture.faults);
    assert.deepEqual(service.errors(), []);
  });

  it('were put to the test: all kinds of requests were granted and refused', () => {
    assert.deepEqual(untried(), []);
  });

  it('let no write through without the token, refuse none with it, and outlive not their time', () => {
    assertNone(
      fixture.writes.flatMap((write) => {
        const fault = fixture.model.faultOf(write);
        return fault === undefined ? [] : [`${write.what}: ${fault}`];
      }),
    );
  });

  it('are given when they go with all that are there, and only then', () => {
    const refused = fixture.refusedLocks.filter(({ path, depth, scope, ...interval }) =>
      fixture.model
        .meeting(path, depth)
        .every((lock) => (lock.scope === 'shared' && scope === 'shared') || !lock.possibly(interval)),
    );
    const needless = refused.map(
      ({ path, depth, scope }) => `${scope} ${depth} on ${path} was refused for nothing`,
    );
    assertNone([...needless, ...fixture.model.faultsOfPairs()]);
  });

  it('are refreshed and ended by their holder while they are there, by nobody else, and not after', () => {
    assertNone(
      fixture.lockRequests.flatMap((request) => {
        const { what, user, lock, done } = request;
        const fault = (text: string): string[] => [
          `${what} of ${lock.user}’s lock on ${lock.path} by ${user} ${text}`,
        ];
        if (done && user !== lock.user) return fault('was done');
        if (done && !lock.possibly(request, request)) return fault('was done after its end');
        return !done && user === lock.user && lock.surely(request) ? fault('was refused') : [];
      }),
    );
  });

  it('are shown while they are there, with their tokens to their holder only', () => {
    assertNone(
      fixture.looks.flatMap((look) => {
        const covering = fixture.model.covering(look.path);
        const tokensOf = (locks: readonly ModelLock[]): string[] => locks.map(({ token }) => token);
        const own = covering.filter(({ user }) => user === look.user);
        const sure = covering.filter((lock) => lock.surely(look));
        const missing = tokensOf(own.filter((lock) => sure.includes(lock))).filter(
          (token) => !look.tokens.includes(token),
        );
        const possible = covering.filter((lock) => lock.possibly(look));
        const known = tokensOf(own.filter((lock) => possible.includes(lock)));
        const wrong = look.tokens.filter((token) => !known.includes(token));
        const isCount = look.count >= sure.length && look.count <= possible.length;
        return missing.length + wrong.length === 0 && isCount ? [] : [`${look.path} as ${look.user} sees it`];
      }),
    );
  });

  it('leave each document with what was written, version by version', async () => {
    for (const { id, path, contents, properties } of fixture.documents) {
      const written = new Map(contents.map((one) => [sha256(one.content), one]));
      const versions = versionsOf(id).map((hash) => written.get(hash));
      assert.equal(versions.length, contents.length, `versions of ${path}`);
      assert.ok(!versions.includes(undefined), `${path} has a version that nobody wrote`);
      const order = versions.flatMap((one) => one ?? []);
      assert.equal(new Set(order).size, contents.length, `${path} has a version twice`);
      for (const [index, later] of order.slice(1).entries()) {
        const before = order.slice(0, index + 1);
        assert.ok(
          before.every((one) => one.sent <= later.answered),
          `the order of ${path}’s versions`,
        );
      }
      const head = await bytesOf(service.dms.documents.open(owner.actor, id).content);
      assert.equal(head.toString(), order.at(-1)?.content);
      const [property] = service.dms.properties.list(owner.actor, id);
      assert.ok(
        couldBeLast(properties, (one) => property?.xml.includes(`>${one.value}<`) === true),
        path,
      );
    }
  });

  it('leave each folder with what was made and not taken away', async () => {
    const expected = [...fixture.documents, ...fixture.transients].map(({ path }) => path).sort();
    const found = (await paths(service.dms, owner.actor)).map((path) => `/${path.replace(/\/$/, '')}`);
    const folders = [fixture.root, ...fixture.folders];
    assert.deepEqual(found.filter((path) => !folders.includes(path)).sort(), expected);
  });

  it('are all gone after their time, and hinder nobody any more', async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, ended + LONGEST_LOCK_MS - Date.now())));
    assert.deepEqual(service.dms.lockAdmin.list({ kind: 'system', name: 'test' }), []);
    for (const dav of davs.values()) {
      for (const { path } of fixture.documents)
        await dav.expect(204, 'PUT', path, { body: `end ${dav.authorization}` });
      const { headers } = await dav.expect(200, 'LOCK', fixture.root, { body: lockInfo() });
      await dav.expect(204, 'UNLOCK', fixture.root, {
        headers: { 'Lock-Token': String(headers['lock-token']) },
      });
    }
  });

  /** Hashes of all versions, oldest first. */
  function versionsOf(id: number): string[] {
    const hashes: string[] = [];
    for (let page = 1; ; page += 1) {
      const { items, total } = service.dms.versions.list(owner.actor, id, { page, perPage: 200 });
      hashes.push(...items.map((version) => version.sha256));
      if (hashes.length >= total) return hashes.reverse();
    }
  }
}

async function runUntil(isOver: () => boolean, worker: Worker, random: Random): Promise<void> {
  for (let step = 1; step % LOOK_EVERY !== 0 || !isOver(); step += 1) {
    await worker.step();
    await new Promise((resolve) => setTimeout(resolve, random.next() * REST_MS));
  }
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** True if a matching item may have been the last one. */
function couldBeLast<T extends Interval>(all: readonly T[], isMatch: (one: T) => boolean): boolean {
  return all.some((one) => isMatch(one) && !all.some((other) => other.sent > one.answered));
}
