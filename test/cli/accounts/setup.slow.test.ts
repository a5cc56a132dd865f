import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '../../support/needs.ts';
import { run, ServiceProcess } from '../../support/process.ts';

const PASSWORD = 'as safe as houses';

describe('the first start', function () {
  needs(this, 'curl');
  let service: ServiceProcess;

  before(async () => {
    service = await ServiceProcess.start();
  });
  after(() => service.dispose());

  /** The command that the service printed last, with this password. */
  function printedCommand(): string {
    const lines = service.log
      .split('\n')
      .filter((line) => line.startsWith("  curl -H 'Content-Type: application/json' -d "));
    const line = lines.at(-1);
    assert.ok(line, service.log);
    return line.trim().replace('"…"', JSON.stringify(PASSWORD));
  }

  const answerTo = async (command: string) => {
    const { stdout } = await run('/bin/sh', ['-c', `${command} -s -w '\\n%{http_code}'`]);
    const [text = '', status] = stdout.split('\n');
    return { status: Number(status), body: JSON.parse(text) };
  };

  it('prints a link, and a command for curl that makes the first administrator, once', async () => {
    await service.said(/no administrator yet/);
    const [, link = ''] = /^ {2}(http\S+\/setup#code=[\w-]{43})$/m.exec(service.log) ?? [];
    assert.ok(link.startsWith(`${service.url}/setup#`), service.log);
    const command = printedCommand();
    assert.ok(command.includes(new URL(link).hash.slice('#code='.length)));

    const wrong = await answerTo(command.replace('"code":"', '"code":"x'));
    assert.deepEqual([wrong.status, wrong.body.errors], [403, undefined]);
    const { status, body } = await answerTo(command);
    assert.deepEqual([status, body.data.login, body.data.is_admin], [201, 'admin', true]);
    const again = await answerTo(command);
    assert.equal(again.status, 404);
    assert.equal(again.body.code, 'administrator_exists');
    assert.equal(again.body.message, 'An administrator already exists. Sign in.');

    const login = JSON.stringify({ login: 'admin', password: PASSWORD });
    assert.equal((await answerTo(`curl --json '${login}' ${service.url}/api/login`)).status, 200);
  });

  it('leaves the code neither in the data directory nor in the log', async () => {
    const [, code = ''] = /setup#code=([\w-]+)/.exec(service.log) ?? [];
    assert.notEqual(code, '');
    const lines = service.log.split('\n').filter((line) => line.startsWith('{'));
    assert.ok(lines.length > 3);
    for (const line of lines) assert.ok(!line.includes(code), line);
    for (const name of readdirSync(service.dataDirectory, { withFileTypes: true }))
      if (name.isFile() && name.name !== 'reserve')
        assert.ok(!readFileSync(join(service.dataDirectory, name.name)).includes(code), name.name);
  });
});
