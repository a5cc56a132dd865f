import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { dms, ServiceProcess } from '../../support/process.ts';
import { DMS, IS_BINARY } from '../../support/program.ts';

const PASSWORD = 'a long enough password';

describe('dms serve', () => {
  let service: ServiceProcess;

  beforeEach(async () => {
    service = await ServiceProcess.start();
  });

  afterEach(() => service.dispose());

  function ask(path: string, options: { method?: string; token: string; agent?: Agent }): ClientRequest {
    const { method = 'GET', token, agent } = options;
    const authorization = `Basic ${Buffer.from(`anna:${token}`).toString('base64')}`;
    return request(`${service.url}${path}`, { method, agent, headers: { Authorization: authorization } });
  }

  async function answerTo(sent: ClientRequest): Promise<{ status: number; body: string }> {
    sent.end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    assert.ok(response);
    return { status: response.statusCode ?? 0, body: await text(response) };
  }

  it('starts with nothing: makes ./data for its owner only, and says how to make the first administrator', async () => {
    await service.dispose();
    service = await ServiceProcess.start({ directory: await mkdtemp(join(tmpdir(), 'dms-serve-')) });
    assert.ok(existsSync(service.dataDirectory));
    assert.equal(statSync(service.dataDirectory).mode & 0o777, 0o700);
    await service.said(/no administrator yet/);
    assert.ok(
      service.log.includes(`open ${service.url}/ in a browser; network drive: ${service.url}/webdav/`),
    );
    assert.doesNotMatch(service.log, /warning: TLS/, 'only this machine connects');
    const program = IS_BINARY ? DMS.file : 'npm run dms --';
    assert.ok(service.log.includes(`  ${program} create-admin --data-dir './data' --login admin`));
  });

  it('says no more of it once there is an administrator, whom the running service knows at once', async () => {
    const { token } = await service.createAdmin('anna', PASSWORD);
    const account = await fetch(`${service.url}/api/account`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.equal(account.status, 200);
    const first = service.log.split('no administrator yet').length;
    assert.deepEqual(await service.kill('SIGTERM'), { code: 0, signal: null });
    await service.restart();
    await service.kill('SIGTERM');
    assert.equal(service.log.split('no administrator yet').length, first);
  });

  it('is alone on its directory: a second one ends with 75, and so does migrate; the first lives', async () => {
    for (const args of [['serve'], ['migrate']]) {
      const environment = { DMS_SERVER_PORT: '0' };
      const { code, stdout, stderr } = await dms(args, { cwd: service.directory, environment });
      assert.equal(code, 75, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, /in use/);
    }
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  });

  it('lets go of its directory when it is killed', async () => {
    assert.deepEqual(await service.kill('SIGKILL'), { code: null, signal: 'SIGKILL' });
    await service.restart();
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  });

  it('ends with 1 when something else listens on its port, and says that --port takes another', async () => {
    const args = ['serve', '--data-dir', 'other', '--port', String(service.port)];
    const { code, stderr } = await dms(args, { cwd: service.directory });
    assert.equal(code, 1);
    assert.match(stderr, /EADDRINUSE.*--port/);
    assert.doesNotMatch(stderr, /^dms: +at /m);
    assert.ok(!existsSync(join(service.directory, 'other')), 'nothing is left behind');
    await mkdir(join(service.directory, 'empty'));
    const again = await dms(['serve', '--data-dir', 'empty', '--port', String(service.port)], {
      cwd: service.directory,
    });
    assert.equal(again.code, 1);
    assert.deepEqual(await readdir(join(service.directory, 'empty')), []);
  });

  it('starts with a Unix socket in a data directory that is not there yet', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dms-socket-'));
    const environment = { DMS_SERVER_HOST: `127.0.0.1,unix:${directory}/data/dms.sock` };
    const other = await ServiceProcess.start({ directory, environment });
    await other.dispose();
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`ends with 0 on ${signal}, whoever is still connected`, async () => {
      const { token } = await service.createAdmin('anna', PASSWORD);
      const agent = new Agent({ keepAlive: true });
      const { status } = await answerTo(ask('/webdav/nothing', { token, agent }));
      assert.equal(status, 404);
      assert.deepEqual(await service.kill(signal), { code: 0, signal: null });
      assert.doesNotMatch(service.log, /running requests were aborted/);
      agent.destroy();
    });
  }

  it('finishes the uploads that run when SIGTERM comes, takes no more, and ends with 0', async () => {
    const { token } = await service.createAdmin('anna', PASSWORD);
    const agent = new Agent({ keepAlive: true });
    const { url } = service;
    const begun = Buffer.alloc(256 * 1024, 'b');
    const upload = ask('/webdav/long.bin', { method: 'PUT', token, agent });
    upload.write(begun);
    upload.write(begun);
    // The service is in the middle of it once there is a file for it.
    while ((await readdir(join(service.dataDirectory, 'incoming'))).length === 0) await setTimeout(20);

    service.signal('SIGTERM');
    await service.said(/"msg":"stopping"/);
    // As npm does, when a terminal has sent one already.
    service.signal('SIGINT');
    await assert.rejects(fetch(`${url}/healthz`), 'no new connection is taken');
    upload.write('e');
    assert.equal((await answerTo(upload)).status, 201);
    assert.deepEqual(await service.ended(), { code: 0, signal: null });
    assert.doesNotMatch(service.log, /running requests were aborted/);
    agent.destroy();

    await service.restart();
    const { status, body } = await answerTo(ask('/webdav/long.bin', { token }));
    assert.equal(status, 200);
    assert.equal(body.length, 2 * begun.length + 1);
  });

  it('waits no longer for an upload when it is told so again', async () => {
    const { token } = await service.createAdmin('anna', PASSWORD);
    const upload = ask('/webdav/long.bin', { method: 'PUT', token, agent: new Agent() });
    const cut = once(upload, 'error');
    upload.write(Buffer.alloc(256 * 1024));
    while ((await readdir(join(service.dataDirectory, 'incoming'))).length === 0) await setTimeout(20);
    service.signal('SIGTERM');
    await service.said(/"msg":"stopping"/);
    await setTimeout(2500);
    service.signal('SIGTERM');
    assert.deepEqual(await service.ended(), { code: 0, signal: null });
    assert.match(service.log, /running requests were aborted/);
    await cut;
  });

  it('loses nothing by SIGHUP', async () => {
    service.signal('SIGHUP');
    await service.said(/SIGHUP/);
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  });

  it('is seen by status, in words and as JSON', async () => {
    const status = async (): Promise<Record<string, unknown>> =>
      JSON.parse(await service.command(['status', '--json']));
    assert.equal((await status())['serving'], true);
    assert.match(await service.command(['status']), /^serving +true$/m);
    await service.kill('SIGTERM');
    const { data_dir, serving, administrators } = await status();
    assert.deepEqual(
      { data_dir, serving, administrators },
      {
        data_dir: service.dataDirectory,
        serving: false,
        administrators: 0,
      },
    );
  });
});
