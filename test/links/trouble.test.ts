// Would catch a request behind a link that goes wrong and tells too much, or takes the service with it.
import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { mock } from 'node:test';
import { after, afterEach, before, describe, it } from 'mocha';
import { DmsError } from '../../src/model/errors/errors.ts';
import { message } from '../../src/model/errors/messages.ts';
import { type Account, type Service, startService } from '../support/service.ts';
import { type Office, officeOf } from '../web/support/office.ts';
import { makeLink, visit } from './visitor.ts';

const MIB = 2 ** 20;

describe('a request behind a link that goes wrong', () => {
  let service: Service;
  let anna: Account;
  let office: Office;

  before(async () => {
    service = await startService();
    anna = await service.createUser('anna');
    office = await officeOf(service, anna);
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  it('leaves no code in the log, wherever it is in the path', async () => {
    const document = await office.upload('a.txt', 'a');
    const { path } = await makeLink(service, anna, document);
    const code = path.slice('/s/'.length);
    const paths = [
      `/s//${code}`,
      `/s/./${code}`,
      `/s/x/${code}`,
      `/s/../s/${code}`,
      `/s/%ff/${code}`,
      `${path}/${code}`,
      `${path}/${String(document)}/download/${code}`,
      `/s%2f${code}`,
      `/%73/${code}`,
    ];
    for (const each of paths) assert.notEqual((await visit(service, each)).status, 200);
    assert.doesNotMatch(JSON.stringify(service.log()), new RegExp(code));
  });

  it('writes nothing but the log when the right ends while an archive is sent', async () => {
    const admin = await service.createUser('second-admin', { isAdmin: true });
    const { id: folder } = await service.dms.folders.createSystem(admin.actor, 'System');
    const admins = await officeOf(service, admin);
    for (const name of ['a', 'b', 'c']) await admins.upload(name, new Uint8Array(8 * MIB), folder);
    const { path } = await makeLink(service, admin, folder);
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
    get({ port: service.port, path: `${path}/${String(folder)}/zip`, agent: false }, resolve);
    const response = await promise;
    const printed: unknown[] = [];
    const { error } = console;
    console.error = (...values: unknown[]) => void printed.push(values);
    await service.dms.users.update(service.admin.actor, admin.id, { isAdmin: false });
    const ended = Promise.withResolvers<undefined>();
    response.on('error', () => undefined).once('close', () => ended.resolve(undefined));
    response.resume();
    await ended.promise;
    console.error = error;
    assert.equal(response.complete, false);
    assert.deepEqual(printed, []);
  });

  it('is no fault of the service if a folder has too many entries for an archive', async () => {
    const folder = await office.folder('Many');
    const { path } = await makeLink(service, anna, folder);
    const { archives } = service.dms;
    const refused = () => Promise.reject(new DmsError('invalid', message('internal')));
    const { mock: refusal } = mock.method(archives, 'create', refused);
    const { status } = await visit(service, `${path}/${String(folder)}/zip`);
    refusal.restore();
    assert.equal(status, 422);
  });

  it('downloads nothing once the link is only to look at, although the request began before', async () => {
    const { id, path } = await makeLink(service, anna, await office.upload('b.txt', 'b'));
    const request = { code: path.slice('/s/'.length), proof: undefined, ip: null };
    await service.dms.links.update(anna.actor, id, { kind: 'view' });
    await assert.rejects(service.dms.linkVisits.count(request, 'download'), { code: 'not_found' });
    await service.dms.linkVisits.count(request, 'visit');
  });
});
