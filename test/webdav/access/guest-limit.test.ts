import assert from 'node:assert/strict';
import { OPERATOR } from '../../../src/cli/command.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../client.ts';

/** The address of everybody behind one router. */
const office = { 'X-Forwarded-For': '192.0.2.1' };
const elsewhere = { 'X-Forwarded-For': '192.0.2.2' };

describe('guests over WebDAV', () => {
  let service: Service;
  let ann: Account;
  let drive: DavClient;
  let guest: DavClient;
  let time: number;

  beforeEach(async () => {
    time = Date.now();
    service = await startService({
      config: { rate_limit: { guest_per_minute: 5 }, server: { trust_proxy: 'loopback' } },
      now: () => time,
    });
    ann = await service.createUser('ann');
    drive = new DavClient(service.port, basic('ann', ann.password));
    guest = new DavClient(service.port);
  });
  afterEach(() => service.stop());

  const statusOf = async (client: DavClient, headers: Record<string, string> = office) =>
    (await client.ask('PROPFIND', '/', { headers: { ...headers, Depth: '0' } })).status;
  async function statuses(count: number, client: (index: number) => DavClient) {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) found.push(await statusOf(client(index)));
    return found;
  }
  const stranger = (index: number) => new DavClient(service.port, basic(`nobody-${index}`, 'wrong password'));

  it('are limited by address, with and without credentials, for a minute', async () => {
    assert.deepEqual(
      await statuses(7, (index) => (index % 2 ? guest : stranger(index))),
      [401, 401, 401, 401, 401, 429, 429],
    );
    const { headers } = await guest.ask('GET', '/', { headers: office });
    assert.ok(Number(headers['retry-after']) > 0 && Number(headers['retry-after']) <= 60);
    assert.equal(await statusOf(drive), 429);
    assert.equal(await statusOf(guest, elsewhere), 401);
    assert.equal((await guest.raw('OPTIONS', '/webdav/', { headers: office })).status, 200);
    time += 60_000;
    assert.equal(await statusOf(guest), 401);
  });

  it('do not end a mounted drive at their address, nor a login that is known there, nor a token', async () => {
    assert.equal(await statusOf(drive), 207);
    await statuses(6, stranger);
    assert.equal(await statusOf(drive), 207);
    await service.dms.users.update(service.admin.actor, ann.id, { password: 'another good one' });
    await statuses(6, () => guest);
    const { secret } = await service.dms.tokens.createFor(OPERATOR, 'ann', { name: 'drive' });
    assert.equal(await statusOf(new DavClient(service.port, basic('ann', secret))), 207);
    assert.equal(await statusOf(new DavClient(service.port, basic('ann', 'another good one'))), 207);
  });

  it('are not limited while they have no credentials, where a password has been right before', async () => {
    assert.equal(await statusOf(drive), 207);
    // The drives of an office after a restart: all ask first, and no password is verified yet.
    assert.deepEqual(new Set(await statuses(20, () => guest)), new Set([401]));
    assert.deepEqual(new Set(await statuses(6, stranger)), new Set([401, 429]));
    assert.equal(await statusOf(guest), 401);
    const asked = [];
    for (let count = 0; count < 6; count += 1) asked.push(await statusOf(guest, elsewhere));
    assert.deepEqual(asked, [401, 401, 401, 401, 401, 429]);
  });

  it('cannot guess without end at the address of a user whose requests succeed', async () => {
    assert.equal(await statusOf(drive), 207);
    const guessed: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      guessed.push(await statusOf(stranger(index)));
      assert.equal(await statusOf(drive), 207);
    }
    assert.deepEqual(guessed, [401, 401, 401, 401, 401, 429, 429, 429]);
  });

  it('that show their credentials when they are asked are not counted', async () => {
    for (let round = 0; round < 20; round += 1) {
      assert.equal(await statusOf(guest), 401);
      assert.equal(await statusOf(drive), 207);
    }
  });
});
