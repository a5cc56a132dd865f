import assert from 'node:assert/strict';
import { clientOf, type Client as RestClient } from './rest/client.ts';
import { DiskRecord } from './support/disk/disk-record.ts';
import { type Service, startService } from './support/service.ts';
import { basic, DavClient, lockInfo } from './webdav/client.ts';

describe('a disk that fails', () => {
  let record: DiskRecord;
  let service: Service;
  let dav: DavClient;
  let rest: RestClient;
  let id: number;

  before(async () => {
    record = await DiskRecord.begin();
    service = await startService({ keepsMail: true });
    const ann = await service.createUser('ann');
    dav = new DavClient(service.port, basic('ann', ann.password));
    rest = await clientOf(service, ann);
    ({ id } = await rest.document('there', 'one'));
    await dav.expect(200, 'GET', '/there');
    // Waits to be indexed for the search.
    await rest.document('also', 'one');
    record.failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  });
  after(async () => {
    await service.stop();
    record.putBack();
  });

  it('is 503 over WebDAV and 500 over REST for every change from then on, and reading goes on', async () => {
    const changes = [
      () => dav.ask('PUT', '/new', { body: 'x' }),
      () => dav.ask('PUT', '/there', { body: 'two' }),
      () => dav.ask('MKCOL', '/folder'),
      () => dav.ask('COPY', '/there', { headers: { Destination: dav.at('/copy') } }),
      () => dav.ask('MOVE', '/there', { headers: { Destination: dav.at('/moved') } }),
      () => dav.ask('LOCK', '/there', { body: lockInfo() }),
      () => dav.ask('DELETE', '/there'),
    ];
    for (const change of changes) {
      assert.equal((await change()).status, 503, String(change));
      // Once has to be enough: what a second sync says is no longer true.
      record.failure = undefined;
    }
    await rest.upload({ folder_id: 0 }, { name: 'new', content: 'x' }).expect(500);
    await rest.patch(`/documents/${id}`, { title: 'T' }).expect(500);
    await rest.delete(`/documents/${id}`).expect(500);
    assert.equal((await dav.raw('GET', '/healthz')).status, 503);
    assert.equal((await dav.expect(200, 'GET', '/there')).text, 'one');
    await rest.get('/folders/0/contents').expect(200);
    await rest.get('/folders/0/search?q=there').expect(200);
  });
});
