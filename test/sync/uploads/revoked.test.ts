// Would catch: a device whose token was revoked, or a user who was disabled, that goes on filling the disk with one chunk.
import assert from 'node:assert/strict';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Account, type Service, startService } from '../../support/service.ts';
import { at, SyncClient } from './client.ts';

const MIB = Buffer.alloc(1024 * 1024);

describe('a chunk that is arriving', () => {
  let service: Service;
  let anna: Account;
  before(async () => {
    service = await startService({ config: { sync: { clients: true } } });
    anna = await service.createUser('anna');
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  /** Sends a body that does not end to a path, and revokes the token meanwhile. @returns the status of the response */
  async function statusAfterRevoking(path: string, begin: (client: SyncClient) => Promise<void>) {
    const input = { name: 'laptop', scopes: ['webdav'] };
    const { token, secret } = await service.dms.tokens.create(anna.actor, input);
    const client = new SyncClient(service, { login: 'anna', password: secret });
    await begin(client);
    const { port } = service;
    const headers = { Authorization: client.dav.authorization ?? '' };
    const sent = request({ port, host: '127.0.0.1', method: 'PUT', path, headers, agent: false });
    let response: IncomingMessage | undefined;
    sent.on('error', () => undefined).on('response', (arrived) => (response = arrived));
    sent.write(MIB);
    await setTimeout(100);
    await service.dms.tokens.revoke(anna.actor, token.id);
    for (let mebibytes = 0; mebibytes < 40 && !response; mebibytes += 1) {
      sent.write(MIB);
      await setTimeout(25);
    }
    sent.destroy();
    return response?.statusCode;
  }

  it('is refused once the token is revoked, although it has not ended', async () => {
    const path = `/remote.php/dav/uploads/anna/lost/${at(0)}`;
    assert.equal(await statusAfterRevoking(path, (client) => client.begin('lost')), 401);
    assert.deepEqual(await new SyncClient(service, anna).chunks('lost'), {});
  });

  it('is refused as a whole content is', async () => {
    assert.equal(await statusAfterRevoking('/remote.php/dav/files/anna/lost', async () => undefined), 401);
  });
});
