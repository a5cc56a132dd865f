import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('the location of an entry', () => {
  let service: Service;
  let ann: Account;
  let anns: Client;
  let bobs: Client;
  let admins: Client;
  let outer: number;
  let inner: number;
  let document: number;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    [anns, bobs] = [await clientOf(service, ann), await clientOf(service, await service.createUser('bob'))];
    admins = await clientOf(service, service.admin);
    outer = (await anns.folder('outer')).id;
    inner = (await anns.folder('inner', outer)).id;
    document = (await anns.document('a b.txt', 'text', inner)).id;
    // Bob has such a name already, so he sees the shared folder under another one.
    await bobs.folder('inner');
    await service.dms.shares.create(ann.actor, { entryId: inner, users: ['bob'], permissions: 1 });
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  async function location(client: Client, path: string) {
    const { data } = (await client.get(path).expect(200)).body;
    return { path: data.path, ancestors: data.ancestors };
  }

  it('is path and folders from the topmost to the parent, without the home', async () => {
    const above = [
      { id: outer, name: 'outer' },
      { id: inner, name: 'inner' },
    ];
    assert.deepEqual(await location(anns, `/documents/${document}/metadata`), {
      path: '/outer/inner/a b.txt',
      ancestors: above,
    });
    assert.deepEqual(await location(anns, `/folders/${inner}`), {
      path: '/outer/inner',
      ancestors: above.slice(0, 1),
    });
    assert.deepEqual(await location(anns, `/folders/${outer}`), { path: '/outer', ancestors: [] });
    for (const id of [0, ann.actor.homeId])
      assert.deepEqual(await location(anns, `/folders/${id}`), { path: '/', ancestors: [] });
  });

  it('begins for a recipient with what is shared, by the name at the mount root', async () => {
    assert.deepEqual(await location(bobs, `/folders/${inner}`), { path: '/inner (2)', ancestors: [] });
    assert.deepEqual(await location(bobs, `/documents/${document}/metadata`), {
      path: '/inner (2)/a b.txt',
      ancestors: [{ id: inner, name: 'inner (2)' }],
    });
  });

  it('begins with the system folder for who sees it, and below it for others', async () => {
    const office = (await service.dms.folders.createSystem(service.admin.actor, 'Office')).id;
    const part = (await admins.folder('part', office)).id;
    const plan = (await admins.document('plan.txt', 'plan', part)).id;
    await service.dms.shares.create(service.admin.actor, { entryId: part, users: ['bob'], permissions: 1 });
    const [top, below] = [
      { id: office, name: 'Office' },
      { id: part, name: 'part' },
    ];
    const path = `/documents/${plan}/metadata`;
    assert.deepEqual((await location(admins, path)).ancestors, [top, below]);
    assert.deepEqual(await location(bobs, path), { path: '/part/plan.txt', ancestors: [below] });
  });

  it('is told of nothing that one may not read', async () => {
    const { actor } = await service.createUser('carl');
    const entryOf = service.dms.locations.visibleEntries(actor);
    assert.deepEqual([outer, inner, document, 999_999].map(entryOf), [null, null, null, null]);
  });

  describe('an entry by its path', () => {
    const at = (client: Client, path: string) => client.get(`/entries?path=${encodeURIComponent(path)}`);

    it('is what WebDAV shows there, by the name that the user sees', async () => {
      const { body } = await at(anns, '/outer/inner/a b.txt').expect(200);
      assert.deepEqual(body, (await anns.get(`/documents/${document}`)).body);
      const shared = (await at(bobs, '/inner (2)').expect(200)).body.data;
      assert.deepEqual([shared.id, shared.name, shared.folder_id], [inner, 'inner (2)', 0]);
      assert.equal((await at(bobs, '/inner (2)/a b.txt').expect(200)).body.data.id, document);
      assert.equal((await at(anns, '/').expect(200)).body.data.id, ann.actor.homeId);
      assert.equal((await at(anns, '//outer/').expect(200)).body.data.id, outer);
    });

    it('is 404 where there is nothing, and where the user may not read', async () => {
      const paths = [
        '/x',
        '/Outer',
        '/outer/inner/a b.txt/x',
        '/outer/.',
        '/outer/..',
        '/a\0',
        '/a%20b.txt',
        `/${'x/'.repeat(200)}`,
      ];
      for (const path of paths) await at(anns, path).expect(404);
      for (const path of ['/outer', '/outer/inner', '/inner/a b.txt']) await at(bobs, path).expect(404);
    });

    it('is 422 without one path that begins with a slash', async () => {
      for (const query of ['', '?path=', '?path=outer', '?path=/a&path=/b']) {
        const { body } = await anns.get(`/entries${query}`).expect(422);
        assert.deepEqual(Object.keys(body.errors), ['path'], query);
      }
    });
  });
});
