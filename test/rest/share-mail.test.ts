import assert from 'node:assert/strict';
import { MailHouse, open } from '../support/mail-server.ts';
import { startService } from '../support/service.ts';
import { waiter } from '../support/until.ts';
import { clientOf } from './client.ts';

describe('shares with notify', () => {
  it('tell the recipients, and say afterwards whom mail has reached', async () => {
    const house = await MailHouse.open();
    const service = await startService({
      config: {
        smtp: { url: house.url, from: 'dms@example.org' },
        server: { base_url: 'https://dms.example.org' },
      },
    });
    try {
      const ann = await clientOf(service, await service.createUser('ann'));
      const ben = await clientOf(service, await service.createUser('ben'));
      await service.createUser('cyd');
      const { id } = await ann.document('plan.txt');
      const made = await ann.post('/shares', {
        document_id: id,
        users: ['ben'],
        permissions: 1,
        notify: true,
      });
      assert.deepEqual(made.body.data.notified, []);
      const path = `/shares/${made.body.data.id}`;
      await allSent();
      const { text, html } = open(letterTo('ben'));
      assert.match(text, /ann has shared the document “plan\.txt” with you/);
      assert.match(html, /href="https:\/\/dms\.example\.org\/webdav\/"/);
      await ann.patch(path, { users: ['ben', 'cyd'], notify: true });
      await allSent();
      assert.match(open(letterTo('cyd')).text, /“plan\.txt”/);
      // His token, and the share once.
      assert.equal(house.letters.filter(({ to }) => to.includes('ben@example.org')).length, 2);
      assert.deepEqual((await ann.get(path)).body.data.notified, ['ben', 'cyd']);
      assert.deepEqual((await ben.get(path)).body.data.notified, ['ben']);

      async function allSent(): Promise<void> {
        await waiter(() => 'mail is not sent')(() => service.dms.health.statistics().mails_waiting === 0);
      }

      function letterTo(login: string) {
        const found = house.letters.findLast(({ to }) => to.includes(`${login}@example.org`));
        assert.ok(found);
        return found;
      }
    } finally {
      await service.stop();
      await house.close();
    }
  });
});
