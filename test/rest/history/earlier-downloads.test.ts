// Would catch a document or an archive at a time that has another content or name, or that the caller may not read.
import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';
import { entriesOf } from './archive-entries.ts';

const MINUTE = 60_000;

describe('downloads at a time', () => {
  let service: Service;
  let now: number;
  let ann: Account;
  let anns: Client;
  let bens: Client;

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 31, 12);
    service = await startService({ now: () => now });
    ann = await service.createUser('ann');
    anns = await clientOf(service, ann);
    bens = await clientOf(service, await service.createUser('ben'));
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  /** Lets time pass. @returns the time before, as text */
  function later(): string {
    const text = new Date(now).toISOString();
    now += MINUTE;
    return text;
  }

  const download = (client: Client, id: number, at: string) =>
    client.get(`/documents/${id}/download?at=${at}`);

  async function archive(client: Client, at: string, ...ids: number[]): Promise<Record<string, string>> {
    const { body } = await client.post('/archives', { ids, at }).expect(201);
    const { url, bytes } = body.data;
    const response = await client.get(url.slice('/api'.length)).responseType('arraybuffer').expect(200);
    assert.ok(Buffer.isBuffer(response.body));
    assert.equal(response.body.length, bytes);
    return entriesOf(response.body);
  }

  it('send the version of that time under the name of that time, also from the trash', async () => {
    const { id } = await anns.document('plan.txt', 'first');
    const first = later();
    await anns.document('plan.txt', 'the second');
    await anns.patch(`/documents/${id}`, { name: 'agreed.txt' }).expect(200);
    const second = later();
    await anns.delete(`/documents/${id}`).expect(200);
    const early = await download(anns, id, first).expect(200, 'first');
    assert.match(early.get('Content-Disposition') ?? '', /^attachment; filename=plan\.txt/);
    const version = await anns.get(`/documents/${id}/versions/1/download`);
    assert.equal(version.status, 404, 'the trash has no download of a version');
    const late = await download(anns, id, second).expect(200, 'the second');
    assert.match(late.get('Content-Disposition') ?? '', /filename=agreed\.txt/);
    assert.match(late.get('ETag') ?? '', /-2"$/);
    assert.equal(late.get('Content-Security-Policy'), 'sandbox');
    await download(anns, id, second).set('Range', 'bytes=4-9').expect(206, 'second');
    await download(anns, id, second)
      .set('If-None-Match', late.get('ETag') ?? '')
      .expect(304);
    await download(anns, id, `${second}&inline=1`)
      .expect(200)
      .expect('Content-Disposition', /^inline/);
    const none = await download(anns, id, '2026-01-31').expect(404);
    assert.equal(none.body.code, 'no_version_at');
    await anns.delete(`/trash/${id}`).expect(200);
    await download(anns, id, second).expect(404);
  });

  it('refuse the future, a version beside the time, and other texts', async () => {
    const { id } = await anns.document('plan.txt');
    const at = later();
    const refused = async (query: string) => {
      const { body } = await anns.get(`/documents/${id}/download?${query}`).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['at'], query);
    };
    await refused(`at=${new Date(now + 1).toISOString()}`);
    await refused(`at=${at}&version=1`);
    await refused('at=yesterday');
    const folder = await anns.folder('Plans');
    await download(anns, folder.id, at).expect(404);
    for (const fault of [new Date(now + 1).toISOString(), 'yesterday', 1]) {
      const { body } = await anns.post('/archives', { ids: [id], at: fault }).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['at']);
    }
    // Neither existed then.
    await anns.post('/archives', { ids: [id, folder.id], at: '2026-01-01' }).expect(422);
  });

  it('archive the tree of that time', async () => {
    const plans = await anns.folder('Plans');
    const deep = await anns.folder('Deep', plans.id);
    const moved = await anns.document('moved.txt', 'moved', plans.id);
    const file = await anns.document('a.txt', 'first', deep.id);
    await anns.folder('Empty', plans.id);
    const first = later();
    await anns.document('a.txt', 'the second', deep.id);
    await anns.document('new.txt', 'new', deep.id);
    await anns.post(`/documents/${moved.id}/move`, { folder_id: 0 }).expect(200);
    await anns.patch(`/folders/${plans.id}`, { name: 'Offers' }).expect(200);
    await anns.delete(`/folders/${deep.id}`).expect(200);
    const expected = {
      'Plans/': '',
      'Plans/Deep/': '',
      'Plans/Deep/a.txt': 'first',
      'Plans/Empty/': '',
      'Plans/moved.txt': 'moved',
    };
    const { body } = await anns.post('/archives', { ids: [plans.id], at: first }).expect(201);
    assert.deepEqual([body.data.name, body.data.entries], ['Plans.zip', 5]);
    assert.deepEqual(await archive(anns, first, plans.id), expected);
    // An entry that was beneath another one appears once, wherever it is now.
    assert.deepEqual(await archive(anns, first, moved.id, plans.id, file.id), expected);
    assert.deepEqual(await archive(anns, first, deep.id), { 'Deep/': '', 'Deep/a.txt': 'first' });
    assert.deepEqual(await archive(anns, later(), plans.id), { 'Offers/': '', 'Offers/Empty/': '' });
  });

  it('have only what the caller may read now', async () => {
    const plans = await anns.folder('Plans');
    const secret = await anns.folder('Secret');
    const ids: Record<string, number> = {};
    for (const name of ['kept', 'moved', 'deleted', 'dropped'])
      ids[name] = (await anns.document(`${name}.txt`, name, plans.id)).id;
    const before = later();
    const { body } = await anns.post('/shares', { folder_id: plans.id, users: ['ben'], permissions: 9 });
    await anns.post(`/documents/${ids['moved']}/move`, { folder_id: secret.id }).expect(200);
    await anns.delete(`/documents/${ids['deleted']}`).expect(200);
    await bens.delete(`/documents/${ids['dropped']}`).expect(200);
    assert.deepEqual(await archive(bens, before, plans.id), {
      'Plans/': '',
      'Plans/dropped.txt': 'dropped',
      'Plans/kept.txt': 'kept',
    });
    await download(bens, ids['dropped'] ?? 0, before).expect(200, 'dropped');
    await download(bens, ids['moved'] ?? 0, before).expect(404);
    await download(bens, ids['deleted'] ?? 0, before).expect(404);
    // What ben deleted stays in his trash, but he may not read it without the share.
    const made = await bens.post('/archives', { ids: [plans.id], at: before }).expect(201);
    await anns.delete(`/shares/${body.data.id}`).expect(200);
    for (const id of Object.values(ids)) await download(bens, id, before).expect(404);
    await bens.post('/archives', { ids: [plans.id, ...Object.values(ids)], at: before }).expect(422);
    await bens.get(made.body.data.url.slice('/api'.length)).expect(404);
    await download(anns, ids['dropped'] ?? 0, before).expect(200, 'dropped');
  });
});
