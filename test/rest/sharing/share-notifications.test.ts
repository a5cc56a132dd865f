import assert from 'node:assert/strict';
import type { Mail } from '../../../src/storage/accounts/accounts.ts';
import { MailHouse, open } from '../../support/servers/mail-server.ts';
import { type Service, startService } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { type Client, clientOf } from '../client.ts';

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
      assert.match(text, /“ann” has shared the document “plan\.txt” with you/);
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

  describe('are limited', () => {
    let service: Service;
    let now: number;
    let mal: Client;

    beforeEach(async () => {
      now = Date.now();
      service = await startService({
        config: { smtp: { url: 'smtp://127.0.0.1:9', from: 'dms@example.org' } },
        keepsMail: true,
        now: () => now,
      });
      const account = await service.createUser('mal');
      mal = await clientOf(service, account);
      const name = `The bank\u2028“says”:\u202e ${'call us '.repeat(20)}`;
      await service.dms.users.update(service.admin.actor, account.id, { name });
      await service.createUser('vic');
    });
    afterEach(() => service.stop());

    const letters = (): readonly Mail[] =>
      service.dms.mailQueue.due(1000, new Set()).filter(({ kind }) => kind === 'share');
    const share = async (id: number, users: readonly string[]) => {
      const body = { folder_id: id, users, permissions: 1, notify: true };
      return (await mal.post('/shares', body).expect(201)).body.data;
    };

    it('to one of an entry and recipient in an hour', async () => {
      const { id } = await mal.folder('Invoice');
      for (let time = 0; time < 5; time += 1) {
        const made = await share(id, ['vic']);
        await mal.delete(`/shares/${made.id}`).expect(200);
      }
      const last = await share(id, ['vic']);
      await mal.patch(`/shares/${last.id}`, { users: ['mal2', 'vic'], notify: true }).expect(422);
      assert.equal(letters().length, 0, 'the only letter went with its share');
      await share((await mal.folder('Another')).id, ['vic']);
      assert.equal(letters().length, 1);
      now += 60 * 60_000;
      await share(id, ['vic']);
      assert.equal(letters().length, 2);
    });

    it('to a hundred of one sender in an hour', async () => {
      const folders: number[] = [];
      for (let number = 0; number < 102; number += 1) folders.push((await mal.folder(`${number}`)).id);
      for (const id of folders) await share(id, ['vic']);
      assert.equal(letters().length, 100);
      const other = await clientOf(service, await service.createUser('ada'));
      const { id } = await other.folder('Mine');
      await other
        .post('/shares', { folder_id: id, users: ['vic'], permissions: 1, notify: true })
        .expect(201);
      assert.equal(letters().length, 101);
    });

    it('in what the name of the sender can say', async () => {
      await share((await mal.folder('Invoice')).id, ['vic']);
      const [letter] = letters();
      assert.ok(letter);
      const [name = ''] = /“[^”]*”/u.exec(letter.subject) ?? [];
      assert.match(letter.subject, /^“The bank says : call us/);
      assert.equal(Array.from(name).length, 66);
      assert.match(letter.subject, /…” shared “Invoice” with you$/);
    });
  });
});
