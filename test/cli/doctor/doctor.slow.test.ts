import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { FileLock } from '../../../src/storage/disk/file-lock.ts';
import { createMigrated } from '../../support/migrated.ts';
import { dms } from '../../support/process.ts';
import { writeCertificate } from '../../support/servers/certificate.ts';
import { MailHouse } from '../../support/servers/mail-server.ts';
import { type Service, startService } from '../../support/service.ts';

const DAY = 24 * 60 * 60 * 1000;
/** No disk has as much free. */
const TOO_MUCH = '1048576G';

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly detail: string;
  readonly advice: string | null;
}

describe('dms doctor', () => {
  let directory: string;
  let data: string;
  let service: Service | undefined;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-doctor-'));
    data = join(directory, 'data');
    await mkdir(data, { mode: 0o700 });
    await createMigrated(join(data, 'dms.sqlite'));
  });
  afterEach(async () => {
    await service?.stop();
    service = undefined;
    await rm(directory, { recursive: true });
  });

  const run = (args: readonly string[], environment: Record<string, string>) =>
    dms(['doctor', ...args], {
      cwd: directory,
      environment: { DMS_SERVER_PORT: '0', DMS_LIMITS_RESERVE_BYTES: '1M', ...environment },
    });

  /** What it says, by check. */
  async function diagnose(environment: Record<string, string> = {}) {
    const { code, stdout, stderr } = await run(['--json'], environment);
    assert.notEqual(stdout, '', stderr);
    const result = JSON.parse(stdout);
    const findings: readonly Finding[] = result.findings;
    for (const { state, advice } of findings) assert.equal(advice === null, state === 'ok');
    assert.equal(code, result.problems > 0 ? 1 : 0, stderr);
    const of = (name: string): Finding => {
      const found = findings.find(({ check }) => check === name);
      assert.ok(found, `nothing of ${name}: ${stdout}`);
      return found;
    };
    return { of, result, stateOf: (name: string) => of(name).state };
  }

  function recordBackup(outcome: string, at: number): void {
    const sqlite = new BetterSqlite(join(data, 'dms.sqlite'));
    sqlite.prepare("INSERT INTO backup_results VALUES (?, ?, '/srv/backup', 'a detail')").run(outcome, at);
    sqlite.close();
  }

  it('finds nothing wrong with a usual directory, but that there is no backup', async () => {
    const { result } = await diagnose();
    const findings: readonly Finding[] = result.findings;
    assert.deepEqual(
      findings.map(({ check, state }) => `${state} ${check}`),
      [
        'ok data_directory',
        'ok permissions',
        'ok owner',
        'ok free_space',
        'ok file_system',
        'ok incoming',
        'ok clock',
        'ok database',
        'ok schema',
        'ok service',
        'ok tls',
        'ok mail',
        'warning backup',
        'ok text_recognition',
      ],
    );
    assert.deepEqual([result.healthy, result.problems, result.warnings], [true, 0, 1]);
  });

  it('says for people what to do, and changes nothing', async () => {
    await chmod(data, 0o755);
    const before = await readFile(join(data, 'dms.sqlite'));
    const { code, stdout, stderr } = await run([], { DMS_LIMITS_RESERVE_BYTES: TOO_MUCH });
    assert.equal(code, 1);
    assert.match(stdout, /^warning {2}permissions +open to other users \(0755\)\n +→ chmod 700 /m);
    assert.match(stdout, /^problem {2}free_space .*\n +→ /m);
    assert.match(stdout, /\n1 problem, 2 warnings\n$/);
    assert.equal(stderr, 'dms: problems were found: see the lines that begin with "problem"\n');
    assert.equal((await stat(data)).mode & 0o777, 0o755);
    assert.deepEqual(await readFile(join(data, 'dms.sqlite')), before);
    const names = (await readdir(data)).filter((name) => !/^(?:dms\.sqlite-(?:wal|shm)|native)$/.test(name));
    assert.deepEqual(names, ['dms.sqlite']);
  });

  it('looks at a directory that is not there yet without making it', async () => {
    const { stateOf, result } = await diagnose({ DMS_DATA_DIR: join(directory, 'none') });
    assert.deepEqual([stateOf('data_directory'), result.problems], ['warning', 0]);
    await assert.rejects(stat(join(directory, 'none')));
  });

  it('finds a clock that is behind the last change, a damaged database, and a newer schema', async () => {
    const later = new Date(Date.now() + 2 * DAY);
    const file = join(data, 'dms.sqlite');
    const sqlite = new BetterSqlite(file);
    sqlite.exec("INSERT INTO schema_migrations (name, batch) VALUES ('9999-future', 1)");
    sqlite.close();
    await utimes(file, later, later);
    const { of, stateOf } = await diagnose();
    assert.equal(stateOf('schema'), 'problem');
    assert.match(of('schema').detail, /9999-future/);
    assert.match(of('clock').detail, /^28(?:79|80) minutes behind/);
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(8192, 0x5a), 0, 8192, 8192);
    await handle.close();
    assert.equal((await diagnose()).stateOf('database'), 'problem');
  });

  it('finds files of another user', async function () {
    if (process.getuid?.() !== 0) return this.skip();
    await writeFile(join(data, 'secret.key'), '');
    await chown(join(data, 'secret.key'), 12_345, 12_345);
    const { of } = await diagnose();
    assert.equal(of('owner').state, 'problem');
    assert.match(of('owner').detail, /^secret\.key do not belong to uid 0/);
  });

  it('tells our service at the port from another program', async () => {
    service = await startService();
    const { of } = await diagnose({ DMS_SERVER_PORT: String(service.port) });
    assert.deepEqual([of('service').state, of('service').detail], ['ok', `responds at ${service.url}`]);
    const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert.ok(typeof address === 'object' && address !== null);
    const { of: ofOther } = await diagnose({ DMS_SERVER_PORT: String(address.port) });
    other.close();
    assert.equal(ofOther('service').state, 'problem');
    const { of: ofNowhere } = await diagnose({ DMS_SERVER_PORT: '18499', DMS_SERVER_HOST: '192.0.2.1' });
    assert.match(ofNowhere('service').detail, /EADDRNOTAVAIL/);
  });

  it('knows that the service runs, but does not listen on the configured port', async () => {
    service = await startService();
    const { port } = service;
    await service.stop();
    service = undefined;
    const nowhere = { DMS_SERVER_PORT: String(port) };
    const free = await diagnose(nowhere);
    assert.deepEqual(
      [free.of('service').state, free.of('service').detail],
      ['ok', `is not running; port ${String(port)} is free`],
    );
    const lock = FileLock.acquire(join(data, 'serve.lock'));
    const { of } = await diagnose(nowhere);
    lock?.release();
    assert.equal(of('service').state, 'warning');
    assert.match(
      of('service').detail,
      /^a process of dms uses the data directory, but does not respond at http:\S+$/,
    );
  });

  it('reads the files of TLS, and says whether they belong together', async () => {
    const { cert, key } = await writeCertificate(directory);
    const tls = { DMS_SERVER_TLS_CERT: cert, DMS_SERVER_TLS_KEY: key };
    await chmod(key, 0o644);
    assert.equal((await diagnose(tls)).stateOf('tls'), 'warning');
    await chmod(key, 0o600);
    assert.match((await diagnose(tls)).of('tls').detail, /^valid for \d{5} days$/);
    const missing = await diagnose({ ...tls, DMS_SERVER_TLS_KEY: join(directory, 'none.pem') });
    assert.match(missing.of('tls').detail, /private key .* cannot be read \(ENOENT\)/);
    assert.equal((await diagnose({ DMS_SERVER_HOST: '0.0.0.0' })).stateOf('tls'), 'warning');
  });

  it('connects to the mail server, and sends nothing', async () => {
    const house = await MailHouse.open();
    const mail = { DMS_SMTP_URL: house.url, DMS_SMTP_FROM: 'dms@example.org' };
    try {
      assert.equal((await diagnose(mail)).stateOf('mail'), 'ok');
      assert.deepEqual(house.letters, []);
    } finally {
      await house.close();
    }
    const { of } = await diagnose(mail);
    assert.equal(of('mail').state, 'problem');
    assert.match(of('mail').detail, /ECONNREFUSED/);
  });

  it('knows when a backup is old, late or failed, and where the next one goes', async () => {
    const scheduled = { DMS_BACKUP_DEST: join(directory, 'backup'), DMS_BACKUP_SCHEDULE: '@daily' };
    recordBackup('success', Date.now() - 9 * DAY);
    const old = await diagnose();
    assert.match(old.of('backup').detail, /^old: 9 days ago, in \/srv\/backup$/);
    const late = await diagnose(scheduled);
    assert.match(late.of('backup').detail, /^late: /);
    assert.deepEqual([late.stateOf('backup'), late.stateOf('backup_destination')], ['problem', 'warning']);
    recordBackup('failure', Date.now() - DAY);
    assert.match((await diagnose()).of('backup').detail, /^the last one failed 1 day ago: a detail$/);
  });

  it('misses a program that is wanted', async () => {
    const { of } = await diagnose({ DMS_TEXT_OCR: 'tlh' });
    assert.equal(of('text_recognition').state, 'warning');
    assert.match(of('text_recognition').detail, /tesseract/);
  });
});
