import assert from 'node:assert/strict';
import { dms, ServiceProcess } from '../../support/process.ts';
import { MailHouse, open, SilentHouse } from '../../support/servers/mail-server.ts';
import { freePort } from '../../support/servers/ports.ts';
import { waiter } from '../../support/until.ts';

const FROM = 'dms@example.org';

describe('mail of a dms serve process', () => {
  let service: ServiceProcess | undefined;
  let house: MailHouse | undefined;
  let silent: SilentHouse | undefined;

  beforeEach(() => {
    service = undefined;
    house = undefined;
    silent = undefined;
  });
  afterEach(async () => {
    await service?.dispose();
    await house?.close();
    await silent?.close();
  });

  /** A service that knows the mail server at this port, with somebody who shares a document with another. */
  async function start(port: number) {
    const running = await ServiceProcess.start({
      environment: { DMS_SMTP_URL: `smtp://127.0.0.1:${port}`, DMS_SMTP_FROM: FROM },
    });
    service = running;
    const { token } = await running.createAdmin('ada', 'as safe as houses');
    await running.createAdmin('ben', 'as safe as houses');
    const headers = { Authorization: `Bearer ${token}` };
    const form = new FormData();
    form.set('folder_id', '0');
    form.set('file', new Blob(['x']), 'plan.txt');
    const uploaded = await fetch(`${running.url}/api/documents/upload`, {
      method: 'POST',
      headers,
      body: form,
    });
    const { data: document } = JSON.parse(await uploaded.text());
    const share = async () => {
      const response = await fetch(`${running.url}/api/shares`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ document_id: document.id, users: ['ben'], permissions: 1, notify: true }),
      });
      assert.equal(response.status, 201);
    };
    const notified = async () => {
      const response = await fetch(`${running.url}/api/shares`, { headers });
      const { data } = JSON.parse(await response.text());
      return data[0].notified;
    };
    return { running, share, notified };
  }

  async function waiting(running: ServiceProcess): Promise<number> {
    return JSON.parse(await running.command(['status', '--json'])).mails_waiting;
  }

  const until = waiter(() => service?.log ?? '');

  it('is not lost over a restart after the server was down', async () => {
    const port = await freePort();
    const { running, share, notified } = await start(port);
    await share();
    await running.said(/"msg":"mail not sent; dms will try again"/);
    assert.deepEqual(await running.kill('SIGTERM'), { code: 0, signal: null });
    assert.equal(await waiting(running), 1);
    house = await MailHouse.open({ port });
    await running.restart();
    await house.holds(1);
    const [letter] = house.letters;
    assert.ok(letter);
    assert.deepEqual(letter.to, ['ben@example.org']);
    assert.match(open(letter).text, /“plan\.txt”/);
    await until(async () => (await waiting(running)) === 0);
    assert.deepEqual(await notified(), ['ben']);
    assert.equal(house.letters.length, 1);
  });

  it('does not delay requests while the server hangs, and is not lost when the process is killed', async () => {
    silent = await SilentHouse.open();
    const { running, share, notified } = await start(silent.port);
    await share();
    const stalled = silent;
    await until(() => stalled.waiting === 1);
    // The letter hangs, and all else goes on.
    await share();
    assert.deepEqual(await notified(), []);
    await until(() => stalled.waiting > 1);
    await running.kill('SIGKILL');
    await silent.close();
    silent = undefined;
    house = await MailHouse.open({ port: stalled.port });
    await running.restart();
    await house.holds(1);
    await until(async () => (await waiting(running)) === 0);
    // The second share replaced the first, of which nobody needs to be told any more.
    assert.equal(house.letters.length, 1);
    assert.deepEqual(await notified(), ['ben']);
  });

  it('holds up no SIGTERM for long, and stays in the queue', async () => {
    silent = await SilentHouse.open();
    const { running, share } = await start(silent.port);
    await share();
    const stalled = silent;
    await until(() => stalled.waiting === 1);
    assert.deepEqual(await running.kill('SIGTERM'), { code: 0, signal: null });
    assert.equal(await waiting(running), 1);
  });
});

describe('dms mail-test', () => {
  it('prints the answer of the mail server that accepted the e-mail', async () => {
    const house = await MailHouse.open();
    try {
      const environment = { DMS_SMTP_URL: house.url, DMS_SMTP_FROM: `Büro <${FROM}>` };
      const plain = await dms(['mail-test', '--to', 'ada@example.org'], { environment });
      assert.deepEqual(plain, {
        code: 0,
        stdout: 'the mail server accepted the test e-mail: 250 taken as 1\n',
        stderr: '',
      });
      const json = await dms(['mail-test', '--to', 'ada@example.org', '--json'], { environment });
      assert.deepEqual(JSON.parse(json.stdout), { to: 'ada@example.org', response: '250 taken as 2' });
      assert.deepEqual(house.letters[0]?.to, ['ada@example.org']);
    } finally {
      await house.close();
    }
  });

  it('says what the server said when it refused, and fails', async () => {
    const house = await MailHouse.open({ refuse: () => 550 });
    try {
      const environment = { DMS_SMTP_URL: house.url, DMS_SMTP_FROM: FROM };
      const { code, stdout, stderr } = await dms(['mail-test', '--to', 'ada@example.org'], { environment });
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /^dms: the test e-mail could not be sent: .*550 not here\n$/);
    } finally {
      await house.close();
    }
  });

  it('says that nothing listens there, and that nothing is configured', async () => {
    const environment = { DMS_SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, DMS_SMTP_FROM: FROM };
    const unreachable = await dms(['mail-test', '--to', 'ada@example.org'], { environment });
    assert.equal(unreachable.code, 1);
    assert.match(unreachable.stderr, /ECONNREFUSED/);
    const none = await dms(['mail-test', '--to', 'ada@example.org']);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /no mail server is configured: set smtp\.url .* and smtp\.from/);
  });
});
