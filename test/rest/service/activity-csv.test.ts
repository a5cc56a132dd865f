import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { type Client, clientOf } from '../client.ts';

describe('activity as CSV', () => {
  let service: Service;
  let ann: Account;
  let anns: Client;
  let admin: Client;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    anns = await clientOf(service, ann);
    admin = await clientOf(service, service.admin);
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  const csv = (asking: Client, query = '') => asking.get(`/activity${query}`).set('Accept', 'text/csv');

  function insert(sql: string, ...values: (string | number)[]): void {
    const beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    beside.prepare(sql).run(...values);
    void beside.close();
  }

  /** Some MiB of it. */
  function fillLog(rows: number, action = 'many'): void {
    const numbers = 'WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)';
    insert(
      `${numbers} INSERT INTO activities (action, user_name, at, details) SELECT ?, 'x', n, hex(zeroblob(200)) FROM n`,
      rows,
      action,
    );
  }

  it('is a file for administrators, with a header, CRLF and quotes (RFC 4180)', async () => {
    await anns.document('a.txt');
    await anns.document('"quoted", and more.txt');
    const response = await csv(admin, '?action=upload&user=ann&page=7').expect(200);
    assert.match(response.get('Content-Type') ?? '', /^text\/csv; charset=utf-8/);
    assert.match(response.get('Content-Disposition') ?? '', /^attachment; .*activity-\d{4}-\d\d-\d\d\.csv/);
    assert.equal(response.get('Vary'), 'Accept');
    const [head, first = '', second = '', ...rest] = response.text.split('\r\n');
    assert.equal(head, 'id,timestamp,action,user,details,document_id,folder_id,ip');
    assert.match(first, /^\d+,\d{4}-[^,]+Z,upload,ann,"""quoted"", and more\.txt",\d+,,127\.0\.0\.1$/);
    assert.match(second, /,a\.txt,/);
    assert.deepEqual(rest, ['']);
  });

  it('disarms what a spreadsheet would take for a formula', async () => {
    for (const name of ['=HYPERLINK(1)', '+1', '-1', '@SUM(1)', ' =1', '＝1', 'a=1']) await anns.folder(name);
    const { text } = await csv(admin, '?action=create_folder').expect(200);
    const shown = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[4]);
    assert.deepEqual(shown.reverse(), ["'=HYPERLINK(1)", "'+1", "'-1", "'@SUM(1)", "' =1", "'＝1", 'a=1']);
  });

  it('keeps a row together whatever breaks of lines are in it, and disarms one that comes first', async () => {
    const row = "INSERT INTO activities (action, user_name, at, details) VALUES ('broken', ?, 0, ?)";
    insert(row, 'a\rb', '\n=1');
    const { text } = await csv(admin, '?action=broken').expect(200);
    assert.match(text, /^id,.*\r\n\d+,1970-01-01T00:00:00.000Z,broken,"a\rb","'\n=1",,,\r\n$/);
  });

  it('contains all records, although the JSON list stops counting at 10,000 and reports a lower bound', async () => {
    fillLog(10_001, 'counted');
    const { body } = await admin.get('/activity?action=counted&per_page=200').expect(200);
    const expected = {
      current_page: 1,
      per_page: 200,
      last_page: 50,
      total: 10_000,
      total_is_lower_bound: true,
    };
    assert.deepEqual(body.meta, expected);
    const after = await admin.get('/activity?action=counted&per_page=200&page=51').expect(200);
    assert.equal(after.body.data.length, 1);
    const { text } = await csv(admin, '?action=counted').expect(200);
    assert.equal(text.split('\r\n').length, 1 + 10_001 + 1);
  });

  it('is 403 for others, 422 for a bad filter, and only for those who prefer it to JSON', async () => {
    await csv(anns).expect(403);
    await csv(admin, '?after=x').expect(422);
    const both = await admin.get('/activity').set('Accept', '*/*').expect(200);
    assert.match(both.get('Content-Type') ?? '', /^application\/json/);
    const empty = await csv(admin, '?action=none').expect(200);
    assert.equal(empty.text.split('\r\n').length, 2);
    await admin.head('/activity').set('Accept', 'text/csv').expect(200);
  });

  it('is whole, and survives a client that goes away in the middle', async () => {
    fillLog(30_000);
    const { secret } = await service.dms.tokens.create(service.admin.actor, {
      name: 'csv',
      scopes: ['read'],
    });
    const headers = { Accept: 'text/csv', Authorization: `Bearer ${secret}` };
    const { body } = await fetch(`${service.url}/api/activity`, { headers });
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const whole = await csv(admin, '?action=many').expect(200);
    const ids = whole.text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(line.split(',')[0]));
    assert.equal(new Set(ids).size, 30_000);
    assert.deepEqual(
      ids,
      ids.toSorted((one, other) => other - one),
    );
  });
});
