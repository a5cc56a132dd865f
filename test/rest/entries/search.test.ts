import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DmsError } from '../../../src/model/errors/errors.ts';
import { parseSearchFilter } from '../../../src/rest/resources/search/search-filter.ts';
import { type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('the filter of a search', () => {
  it('is terms of key and value, split by spaces or commas', () => {
    const day = Date.UTC(2026, 0, 31);
    assert.deepEqual(
      parseSearchFilter(
        ' type:file,ext:pdf  ext:.DOC mime:image/* owner:ann after:2026-01-31, larger:10M smaller:1G ',
      ),
      {
        kind: 'file',
        extensions: ['pdf', 'doc'],
        mimeTypes: ['image/*'],
        owner: 'ann',
        after: day,
        larger: 10 * 2 ** 20,
        smaller: 2 ** 30,
      },
    );
    assert.deepEqual(parseSearchFilter('before:2026-01-31T12:00:00+01:00'), { before: day + 11 * 3_600_000 });
    assert.deepEqual(parseSearchFilter(''), {});
  });

  it('is refused when a term is not understood', () => {
    for (const text of [
      'pdf',
      'colour:red',
      'type:',
      'type:link',
      'type:file type:folder',
      'after:yesterday',
      'after:2026-02-30',
      'larger:-1',
      'larger:many',
      'mime:image',
      'ext:.',
      'constructor:x',
      ':x',
    ]) {
      assert.throws(() => parseSearchFilter(text), { code: 'invalid' }, text);
    }
  });

  it('is read or refused, whatever is typed', () => {
    const term = fc.tuple(
      fc.constantFrom('type', 'ext', 'mime', 'owner', 'after', 'larger', ''),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(term), (terms) => {
        try {
          parseSearchFilter(terms.map(([key, value]) => `${key}:${value}`).join(' '));
        } catch (error) {
          assert.ok(error instanceof DmsError && error.fields?.['filter']);
        }
      }),
    );
  });
});

describe('GET /folders/{id}/search', () => {
  let service: Service;
  let client: Client;
  let folderId: number;

  before(async () => {
    service = await startService();
    client = await clientOf(service, await service.createUser('ann'));
    folderId = (await client.folder('letters')).id;
    await client.document('invoice march.pdf', 'x', folderId);
    await client.document('invoice april.txt', 'x'.repeat(2000), folderId);
    const { id } = await client.document('invoice at home.txt');
    await client.patch(`/documents/${id}`, { title: 'Rechnung', comments: 'paid <b>twice</b> already' });
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  const found = async (folder: number, query: string): Promise<string[]> => {
    const { body } = await client.get(`/folders/${folder}/search?${query}`).expect(200);
    assert.equal(body.meta.total, body.data.length);
    return body.data.map(({ name }: { name: string }) => name).sort();
  };

  it('finds beneath the folder, and with 0 everywhere', async () => {
    assert.deepEqual(await found(folderId, 'q=invoice'), ['invoice april.txt', 'invoice march.pdf']);
    assert.equal((await found(0, 'q=invoice')).length, 3);
    assert.deepEqual(await found(0, 'q=invoice%20-march%20-home'), ['invoice april.txt']);
    assert.deepEqual(await found(0, 'q=rechn*'), ['invoice at home.txt']);
    assert.deepEqual(await found(0, 'q=arc'), ['invoice march.pdf']);
  });

  it('answers records with path, snippet and score', async () => {
    const { body } = await client.get('/folders/0/search?q=twice').expect(200);
    const [hit] = body.data;
    assert.deepEqual([hit.name, hit.type, hit.path], ['invoice at home.txt', 'file', '/invoice at home.txt']);
    assert.ok(hit.snippet.includes('<mark>twice</mark>'), hit.snippet);
    assert.ok(!hit.snippet.includes('<b>'), hit.snippet);
    assert.equal(typeof hit.score, 'number');
  });

  it('narrows by filter, also without words', async () => {
    assert.deepEqual(await found(0, 'filter=ext:pdf'), ['invoice march.pdf']);
    assert.deepEqual(await found(0, 'filter=type:folder'), ['letters']);
    assert.deepEqual(await found(0, 'q=invoice&filter=larger:1k,type:file'), ['invoice april.txt']);
    assert.deepEqual(await found(0, 'filter=owner:nobody'), []);
    assert.equal((await found(0, 'filter=after:2020-01-01')).length, 4);
    assert.deepEqual(await found(0, 'filter=before:2020-01-01'), []);
  });

  it('refuses a filter that it does not understand: 422 on filter', async () => {
    for (const filter of ['colour:red', 'larger:x', 'invoice']) {
      const { body } = await client.get(`/folders/0/search?filter=${filter}`).expect(422);
      assert.deepEqual(Object.keys(body.errors), ['filter']);
    }
  });

  it('refuses more terms of a filter than one search may have: 422 on filter', async () => {
    const refused = async (query: string): Promise<string[]> => {
      const { body } = await client.get(`/folders/0/search?${query}`).expect(422);
      return Object.keys(body.errors);
    };
    const many = (count: number, text: string) =>
      Array.from({ length: count }, (_, index) => `${text}${index}`);
    assert.deepEqual(await refused(`filter=${many(33, 'ext:x').join(',')}`), ['filter']);
    assert.deepEqual(await refused(`filter=${many(1200, 'ext:x').join(',')}`), ['filter']);
    await client.get(`/folders/0/search?filter=${many(32, 'ext:x').join(',')}`).expect(200);
    assert.deepEqual(await found(0, `filter=${'ext:pdf,'.repeat(400)}`), ['invoice march.pdf']);
  });

  it('takes whatever is typed as q', async () => {
    for (const q of [
      '"',
      '""',
      '*',
      '-',
      '(',
      'a AND',
      'NEAR(',
      "'; --",
      '\u0000',
      '🙂',
      'x'.repeat(5000),
      'f*',
      'aa* bb* cc* dd* ee*',
      'many words '.repeat(400),
      '',
    ]) {
      await client.get(`/folders/0/search?q=${encodeURIComponent(q)}`).expect(200);
    }
  });
});
