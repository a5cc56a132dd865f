import assert from 'node:assert/strict';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

/** What lists have of the comments of a document, in characters (docs/build/contract/rest.md §8). */
const LISTED = 1000;

interface Listed {
  readonly id: number;
  readonly comments: string;
  readonly comments_cut?: boolean;
}

describe('long comments of documents', () => {
  let service: Service;
  let ann: Account;
  let client: Client;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    client = await clientOf(service, ann);
  });
  after(async () => {
    assert.deepEqual(service.errors(), []);
    await service.stop();
  });

  async function described(name: string, comments: string): Promise<number> {
    const { id } = await client.document(name);
    await client.patch(`/documents/${id}`, { comments }).expect(200);
    return id;
  }

  it('are cut in lists, search results, batches and the trash, and nowhere else', async () => {
    const comments = `needle ${'x'.repeat(1500)}`;
    const id = await described('long.txt', comments);
    const { id: folderId } = await client.folder('target');
    const cut = { id, comments: comments.slice(0, LISTED), comments_cut: true };
    const shown = ({ id, comments, comments_cut }: Listed) => ({ id, comments, comments_cut });
    const listed = async (path: string): Promise<unknown> => {
      const found: readonly Listed[] = (await client.get(path).expect(200)).body.data;
      return found.filter((entry) => entry.id === id).map(shown);
    };
    assert.deepEqual(await listed('/folders/0/contents'), [cut]);
    assert.deepEqual(await listed('/folders/0/search?filter=ext:txt'), [cut]);
    const { data: met } = (
      await client.post('/folders/0/conflicts', { paths: ['long.txt', 'none.txt'] }).expect(200)
    ).body;
    assert.deepEqual(shown(met[0].entry), cut);
    const files = ['long.txt', 'other.txt'].map((name) => ({ name, content: 'again' }));
    const { data: filed } = (await client.upload({ folder_id: 0 }, ...files).expect(201)).body;
    assert.deepEqual(shown(filed[0]), cut);
    const move = { action: 'move', ids: [id], folder_id: folderId };
    const { body } = await client.post('/entries/batch', move).expect(200);
    assert.deepEqual(shown(body.data[0].entry), cut);
    for (const path of ['', '/metadata']) {
      const { data } = (await client.get(`/documents/${id}${path}`).expect(200)).body;
      assert.deepEqual(shown(data), { id, comments, comments_cut: undefined });
    }
    await client.delete(`/documents/${id}`).expect(200);
    assert.deepEqual(await listed('/trash'), [cut]);
    const restored = (await client.post(`/trash/${id}/restore`, {}).expect(200)).body.data;
    assert.equal(restored.comments, comments);
  });

  it('are cut between characters, and not if they have just so many', async () => {
    const fits = '😀'.repeat(LISTED);
    const ids = [await described('fits.txt', fits), await described('cut.txt', `${fits}x`)];
    const { body } = await client.get('/folders/0/contents?per_page=200').expect(200);
    const found: readonly Listed[] = body.data;
    assert.deepEqual(
      ids.map((id) => {
        const entry = found.find((entry) => entry.id === id);
        return [entry?.comments === fits, entry?.comments_cut];
      }),
      [
        [true, undefined],
        [true, true],
      ],
    );
  });
});
