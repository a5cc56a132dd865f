import assert from 'node:assert/strict';
import { davChild, elementsOf, isDav, parseXml, textOf } from '../../../src/webdav/protocol/xml.ts';
import { type Service, startService } from '../../support/service.ts';
import { basic, DavClient, lockInfo } from '../client.ts';

describe('webdav refusals because of a lock', () => {
  let service: Service;
  let ann: DavClient;

  before(async () => {
    service = await startService();
    const { id, login, password } = await service.createUser('ann');
    await service.dms.users.update(service.admin.actor, id, { name: 'Ann <& Sons>' });
    ann = new DavClient(service.port, basic(login, password));
  });
  after(() => service.stop());
  afterEach(() => assert.deepEqual(service.errors(), []));

  it('say to people whose it is and until when, beside the condition that programs read', async () => {
    await ann.expect(201, 'PUT', '/plan', { body: '1' });
    const before = Date.now();
    await ann.lock('/plan', { Timeout: 'Second-600' });
    for (const [method, condition, body] of [
      ['PUT', 'lock-token-submitted', '2'],
      ['LOCK', 'no-conflicting-lock', lockInfo()],
    ] as const) {
      const { text, headers } = await ann.expect(423, method, '/plan', { body });
      assert.match(String(headers['content-type']), /^application\/xml/);
      const error = parseXml(text);
      assert.ok(isDav(error, 'error'));
      // RFC 4918 §14.5: elements only, no text among them.
      assert.ok(error.children.every((child) => typeof child !== 'string'));
      assert.equal(textOf(davChild(error, condition) ?? error), '/webdav/plan');
      const message = elementsOf(error).find(({ local }) => local === 'message');
      assert.ok(message !== undefined && message.namespace !== 'DAV:');
      const [, until] = /^The entry is locked by Ann <& Sons> until (\S+)\.$/.exec(textOf(message)) ?? [];
      const seconds = (Date.parse(String(until)) - before) / 1000;
      assert.ok(seconds >= 600 && seconds < 700, `until ${String(until)}`);
    }
  });
});
