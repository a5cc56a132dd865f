import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { MailHouse, open } from '../../support/servers/mail-server.ts';
import { freePort } from '../../support/servers/ports.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { waiter } from '../../support/until.ts';
import { Browser } from '../browser.ts';

const MINUTE = 60_000;

describe('codes by mail', () => {
  let service: Service;
  let house: MailHouse | undefined;
  let port: number;
  let time: number;
  let ann: Account;
  let beside: Database;

  beforeEach(async () => {
    time = Date.UTC(2026, 0, 31, 12);
    port = await freePort();
    house = await MailHouse.open({ port });
    const smtp = { url: house.url, from: 'dms@example.org' };
    service = await startService({ now: () => time, config: { smtp } });
    ann = await service.createUser('ann');
    beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    const browser = new Browser(service);
    await browser.signIn(ann);
    await browser.post('/account/2fa', { method: 'email', password: ann.password }).expect(200);
    await browser.post('/account/2fa/confirm', { code: await mailedCode(1) }).expect(200);
  });
  afterEach(async () => {
    assert.deepEqual(service.errors(), []);
    await beside.close();
    await service.stop();
    await house?.close();
  });

  /** The code in the last letter, once there are so many. */
  async function mailedCode(letters: number): Promise<string> {
    await house?.holds(letters);
    const letter = house?.letters.at(-1);
    assert.ok(letter);
    return /\b\d{6}\b/.exec(open(letter).text)?.[0] ?? '';
  }

  async function half(): Promise<Browser> {
    const browser = new Browser(service);
    await browser.signIn(ann);
    await browser.get('/account').expect(401);
    return browser;
  }

  function queue(): { attempts: number; text: string }[] {
    return beside
      .prepare<[], { attempts: number; text: string }>('SELECT attempts, body_text AS text FROM mails')
      .all();
  }

  const until = waiter(() => JSON.stringify(queue()));

  it('sign in, and are not kept once they are sent', async () => {
    const browser = await half();
    await browser.post('/2fa/request-code', { method: 'email' }).expect(200);
    await browser.post('/2fa/verify-code', { code: await mailedCode(2) }).expect(200);
    await browser.get('/account').expect(200);
    await until(() => queue().length === 0);
  });

  it('sign in after the mail server was down for a while', async () => {
    await until(() => queue().length === 0);
    await house?.close();
    house = undefined;
    const browser = await half();
    await browser.post('/2fa/request-code', { method: 'email' }).expect(200);
    await until(() => queue()[0]?.attempts === 1);
    house = await MailHouse.open({ port });
    time += MINUTE;
    await browser.post('/2fa/verify-code', { code: await mailedCode(1) }).expect(200);
    await browser.get('/account').expect(200);
  });

  it('are not sent, and not kept, once they have run out', async () => {
    await until(() => queue().length === 0);
    await house?.close();
    house = undefined;
    await (await half()).post('/2fa/request-code', { method: 'email' }).expect(200);
    await until(() => queue()[0]?.attempts === 1);
    house = await MailHouse.open({ port });
    time += 10 * MINUTE;
    await until(() => queue().length === 0);
    assert.deepEqual(house.letters, []);
  });
});
