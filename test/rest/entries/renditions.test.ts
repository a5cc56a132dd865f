import assert from 'node:assert/strict';
import type { Media } from '../../../src/model/entries/rendition.ts';
import { indexAll, pictureOf, renderAll } from '../../support/renditions/renditions.ts';
import { type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('thumbnails and texts of documents', () => {
  let service: Service;
  let client: Client;
  let id: number;
  let sha256: string;

  before(async () => {
    service = await startService();
    client = await clientOf(service, await service.createUser('ann'));
    id = (await client.document('plan.txt', 'the <plan>')).id;
    sha256 = (await client.get(`/documents/${id}`).expect(200)).body.data.sha256;
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  it('are 404 with Retry-After until they are made, and pending in the records', async () => {
    for (const path of ['thumbnail', 'text']) {
      const response = await client.get(`/documents/${id}/${path}`).expect(404);
      assert.equal(response.get('Retry-After'), '2');
    }
    const { data } = (await client.get(`/documents/${id}/metadata`).expect(200)).body;
    assert.deepEqual([data.text, data.thumbnail], ['pending', 'pending']);
    await renderAll(service.dms);
    const { body } = await client.get('/folders/0/contents').expect(200);
    assert.equal(body.data[0].thumbnail, 'ready');
  });

  it('come with what the metadata tell of a picture, a PDF, and of neither', async () => {
    const found: Record<string, Media | null> = {
      'photo.jpg': { width: 4032, height: 3024, pages: null },
      'report.pdf': { width: null, height: null, pages: 12 },
      'letter.txt': null,
    };
    const ids: number[] = [];
    for (const name of Object.keys(found)) ids.push((await client.document(name, name)).id);
    const media = async () =>
      Promise.all(
        ids.map(async (id) => (await client.get(`/documents/${id}/metadata`).expect(200)).body.data.media),
      );
    assert.deepEqual(await media(), [null, null, null]);
    const image = Buffer.from('image');
    await renderAll(service.dms, (content) => pictureOf(image, found[String(content)] ?? null));
    assert.deepEqual(await media(), Object.values(found));
    for (const id of ids) await client.delete(`/documents/${id}`).expect(200);
  });

  it('have the size that is asked for, 256 by default', async () => {
    const response = await client.get(`/documents/${id}/thumbnail`).buffer(true).expect(200);
    assert.equal(response.get('Content-Type'), 'image/jpeg');
    assert.equal(String(response.body), '256 the <plan>');
    for (const size of [128, 256, 512]) {
      const { body } = await client.get(`/documents/${id}/thumbnail?size=${size}`).expect(200);
      assert.equal(String(body), `${size} the <plan>`);
    }
    for (const size of ['', '0', '64', 'large', '256px', '128&size=256']) {
      const { body } = await client.get(`/documents/${id}/thumbnail?size=${size}`).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['size']);
    }
  });

  it('are plain text, which no browser takes for anything else', async () => {
    const response = await client.get(`/documents/${id}/text`).expect(200);
    assert.equal(response.get('Content-Type'), 'text/plain; charset=utf-8');
    assert.equal(response.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(response.text, 'the <plan>');
  });

  it('are kept by browsers: for good with the hash in the URL, else as long as they do not change', async () => {
    for (const path of [`/documents/${id}/thumbnail`, `/documents/${id}/text`]) {
      const response = await client.get(path).expect(200);
      assert.equal(response.get('Cache-Control'), 'private, no-cache');
      const etag = response.get('ETag') ?? '';
      assert.match(etag, /^"[\w-]+"$/);
      await client.get(path).set('If-None-Match', etag).expect(304);
      await client.get(path).set('If-None-Match', '"other"').expect(200);
      const immutable = await client.get(`${path}?v=${sha256}`).expect(200);
      assert.equal(immutable.get('Cache-Control'), 'private, max-age=31536000, immutable');
      const outdated = await client.get(`${path}?v=${'0'.repeat(64)}`).expect(200);
      assert.equal(outdated.get('Cache-Control'), 'private, no-cache');
    }
  });

  it('are given up with a reason that the metadata tell', async () => {
    const { id: broken } = await client.document('broken.pdf', 'x');
    await indexAll(service.dms);
    const failed = { state: 'failed', reason: 'The file is damaged.' } as const;
    await renderAll(service.dms, () => ({ text: failed, thumbnail: failed }));
    const { data } = (await client.get(`/documents/${broken}/metadata`).expect(200)).body;
    assert.deepEqual(
      [data.text, data.text_reason, data.thumbnail, data.thumbnail_reason],
      ['failed', 'The file is damaged.', 'failed', 'The file is damaged.'],
    );
    const damaged = { code: 'file_damaged', facts: {} };
    assert.deepEqual([data.text_data, data.thumbnail_data], [damaged, damaged]);
    const record = (await client.get(`/documents/${broken}`).expect(200)).body.data;
    assert.equal(record.thumbnail, 'none');
    const response = await client.get(`/documents/${broken}/thumbnail`).expect(404);
    assert.equal(response.get('Retry-After'), undefined);
  });
});
