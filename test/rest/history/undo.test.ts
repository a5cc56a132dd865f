// Would catch an undo over REST that does something else than it says, or for a user who may not.
import assert from 'node:assert/strict';
import { type Service, startService } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { type Client, clientOf } from '../client.ts';

const MINUTE = 60_000;

describe('/undo', () => {
  let service: Service;
  let now: number;
  let anns: Client;
  let bens: Client;
  let roots: Client;
  let plan: { id: number };
  let since: string;

  beforeEach(async () => {
    now = Date.UTC(2026, 0, 31, 12);
    // Whoever reads the clock sees another time, as on a slow machine.
    service = await startService({ now: () => (now += 1) });
    anns = await clientOf(service, await service.createUser('ann'));
    bens = await clientOf(service, await service.createUser('ben'));
    roots = await clientOf(service, await service.createUser('root', { isAdmin: true }));
    plan = await anns.document('plan.txt', 'good');
    now += MINUTE;
    since = new Date(now).toISOString();
    await anns.document('plan.txt', 'encrypted');
    await anns.patch(`/documents/${plan.id}`, { name: 'plan.txt.locked' }).expect(200);
    now += MINUTE;
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  async function ended(client: Client, id: number) {
    const read = async () => (await client.get(`/undo/${id}`).expect(200)).body.data;
    await waiter(() => `undo ${id}`)(async () => (await read()).state === 'ended');
    return read();
  }

  it('says what it would do, does it, and can be taken back', async () => {
    const { data: preview } = (await anns.post('/undo', { since, dry_run: true }).expect(200)).body;
    assert.deepEqual(preview, {
      ...{ total: 1, reverted: 1, skipped: 0 },
      entries: [{ entry_id: plan.id, name: 'plan.txt.locked', reason: null, data: null }],
    });
    const { data: begun } = (await anns.post('/undo', { since }).expect(202)).body;
    assert.deepEqual([begun.kind, begun.since, begun.state], ['changes', since, 'running']);
    const undone = await ended(anns, begun.id);
    assert.deepEqual([undone.total, undone.reverted, undone.skipped], [1, 1, 0]);
    const { data } = (await anns.get(`/documents/${plan.id}`).expect(200)).body;
    assert.deepEqual([data.name, data.version], ['plan.txt', 3]);
    assert.deepEqual((await anns.get(`/undo/${begun.id}/notes`).expect(200)).body.data, []);
    const { data: again } = (await anns.post('/undo', { undo_id: begun.id }).expect(202)).body;
    await ended(anns, again.id);
    assert.equal((await anns.get(`/documents/${plan.id}`).expect(200)).body.data.name, 'plan.txt.locked');
    const { body: list } = await anns.get('/undo').expect(200);
    assert.deepEqual(
      list.data.map((one: { kind: string }) => one.kind),
      ['undo', 'changes'],
    );
  });

  it('is for the own changes, and for administrators', async () => {
    await bens.post('/undo', { login: 'ann', since }).expect(403);
    await bens.post('/undo', { ip: '127.0.0.1', since }).expect(202);
    const { data: begun } = (await roots.post('/undo', { login: 'ann', since }).expect(202)).body;
    await ended(roots, begun.id);
    await bens.get(`/undo/${begun.id}`).expect(404);
    await anns.get(`/undo/${begun.id}`).expect(404);
    await anns.post('/undo', { undo_id: begun.id }).expect(404);
    assert.equal((await anns.get(`/documents/${plan.id}`).expect(200)).body.data.name, 'plan.txt');
  });

  it('puts a folder back as it was at a time', async () => {
    const folder = await anns.folder('Office');
    await anns.document('a.txt', 'first', folder.id);
    now += MINUTE;
    const at = new Date(now).toISOString();
    now += MINUTE;
    await anns.document('a.txt', 'second', folder.id);
    await anns.document('b.txt', 'new', folder.id);
    const { data: begun } = (await anns.post(`/folders/${folder.id}/restore`, { at }).expect(202)).body;
    await ended(anns, begun.id);
    const { data } = (await anns.get(`/folders/${folder.id}/contents`).expect(200)).body;
    assert.deepEqual(
      data.map((one: { name: string; version: number }) => [one.name, one.version]),
      [['a.txt', 3]],
    );
    await bens.post(`/folders/${folder.id}/restore`, { at }).expect(404);
  });

  it('names the condition that is wrong', async () => {
    const future = new Date(now + MINUTE).toISOString();
    for (const [body, field] of [
      [{}, 'since'],
      [{ since: future }, 'since'],
      [{ since, until: new Date(now - 10 * MINUTE).toISOString() }, 'until'],
      [{ since, undo_id: 1 }, 'undo_id'],
      [{ since, ip: '' }, 'ip'],
      [{ since, tokens: 1 }, 'tokens'],
    ] as const) {
      const { body: answer } = await anns.post('/undo', body).expect(422);
      assert.deepEqual(Object.keys(answer.errors ?? answer.error?.fields ?? {}), [field]);
    }
    const { body: answer } = await roots.post('/undo', { login: 'nobody', since }).expect(422);
    assert.match(JSON.stringify(answer), /nobody/);
    await anns.post('/undo', { since, folder_id: 999 }).expect(404);
    await anns.post('/undo', { undo_id: 999 }).expect(404);
  });
});
