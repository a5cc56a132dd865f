import assert from 'node:assert/strict';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAdminPassword, strayVariables } from '../../src/config/environment.ts';
import { type ConfigSources, loadConfig } from '../../src/config/loader.ts';
import { ConfigError } from '../../src/config/problem.ts';
import { needs } from '../support/needs.ts';

describe('config loader', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dms-config-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function file(content: string, name = 'config.yaml'): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  /** Loads with nothing of this machine in it. */
  function load(sources: ConfigSources) {
    return loadConfig({ environment: {}, defaultFiles: [], ...sources });
  }

  function refused(sources: ConfigSources): ConfigError {
    try {
      load(sources);
    } catch (error) {
      if (error instanceof ConfigError) return error;
      throw error;
    }
    assert.fail('the configuration was accepted');
  }

  const port = (sources: ConfigSources) => load(sources).server.port;

  it('takes a flag before the environment before the file before the default', () => {
    const path = file('server:\n  port: 1111\n');
    const environment = { DMS_SERVER_PORT: '2222' };
    assert.equal(port({}), 8080);
    assert.equal(port({ file: path }), 1111);
    assert.equal(port({ file: path, environment }), 2222);
    assert.equal(port({ file: path, environment, flags: { '--port': '3333' } }), 3333);
  });

  it('merges key by key: a source leaves alone what it does not set', () => {
    const { server } = load({
      file: file('server:\n  host: ::1\n  trust_proxy: 2\n'),
      environment: { DMS_SERVER_PORT: '0' },
    });
    assert.deepEqual([server.host, server.port, server.trust_proxy], [['::1'], 0, 2]);
  });

  it('makes root obey no file of another user that nobody has named', async function () {
    needs(this, 'root');
    const path = file('server: { port: 1111 }');
    chownSync(path, 65534, 65534);
    assert.match(
      refused({ defaultFiles: [path] }).message,
      /belongs to another user: root uses it only with --config/,
    );
    assert.equal(port({ file: path }), 1111);
  });

  it('reads the first of the default files that is there, and none of them when a file is named', () => {
    const first = file('server: { port: 1 }', 'first.yaml');
    const second = file('server: { port: 2 }', 'second.yaml');
    const defaultFiles = [join(folder, 'missing.yaml'), first, second];
    assert.equal(port({ defaultFiles }), 1);
    assert.equal(port({ defaultFiles, file: second }), 2);
  });

  it('names everything that is wrong at once, with file and line, variable or flag', () => {
    const path = file(
      ['sevrer: {}', 'server:', '  port: 70000', '  hots: x', 'log: loud', 'durability: some'].join('\n'),
    );
    const environment = { DMS_LOG_LEVEL: 'loud', DMS_SERVER_PROT: '1', DMS_TRASH_KEEP_DAYS: '-1' };
    const { problems } = refused({ file: path, environment, flags: { '--port': 'http' } });
    assert.deepEqual(
      problems.map(({ source, line, key }) => [source, line, key]),
      [
        [path, 1, 'sevrer'],
        [path, 4, 'server.hots'],
        [path, 5, 'log'],
        [path, 3, 'server.port'],
        [path, 6, 'durability'],
        ['DMS_SERVER_PROT', undefined, ''],
        ['DMS_TRASH_KEEP_DAYS', undefined, 'trash.keep_days'],
        ['DMS_LOG_LEVEL', undefined, 'log.level'],
        ['--port', undefined, 'server.port'],
      ],
    );
  });

  it('takes languages of scans as tesseract names them, and nothing that it could take for an option or a path', () => {
    const ocr = (value: string) => load({ environment: { DMS_TEXT_OCR: value } }).text.ocr;
    assert.equal(load({}).text.ocr, null);
    for (const value of ['deu', 'deu+eng', 'chi_sim+deu_latf']) assert.equal(ocr(value), value);
    for (const value of ['de', '-psm', 'deu+', '+deu', '../deu', 'deu eng', 'deu,eng'])
      assert.throws(() => ocr(value), /text\.ocr: must be names of languages/, value);
  });

  it('takes names of groups as a list or with commas', () => {
    const groups = (value: string) => load({ environment: { DMS_LINKS_GROUPS: value } }).links.groups;
    assert.equal(load({}).links.groups, null);
    assert.deepEqual(groups('Sales, Office 2'), ['Sales', 'Office 2']);
    const list = file('links: { groups: [" Sales ", "a, b"] }');
    assert.deepEqual(load({ file: list }).links.groups, ['Sales', 'a, b']);
    for (const value of [',', 'Sales,', ' '])
      assert.throws(() => groups(value), /links\.groups: must be null, or a list of names/, value);
  });

  it('takes a schedule as crontab does, and refuses one whose time never comes', () => {
    const dest = { DMS_BACKUP_DEST: '/srv/backup' };
    const schedule = (value: string) =>
      load({ environment: { ...dest, DMS_BACKUP_SCHEDULE: value } }).backup.schedule;
    assert.equal(load({}).backup.schedule, null);
    for (const value of ['30 2 * * *', '*/5 8-18 * * MON-FRI', '0 0 29 2 *', '@daily'])
      assert.equal(schedule(value), value);
    for (const value of [
      '30 2 * *',
      '0 30 2 * * *',
      '61 2 * * *',
      '0 0 30 2 *',
      'daily',
      '@reboot',
      '2999-01-01T00:00:00',
    ])
      assert.throws(() => schedule(value), /backup\.schedule: must be a cron expression/, value);
  });

  it('refuses a schedule without a destination, and a command after backups that nobody makes', () => {
    const environment = { DMS_BACKUP_SCHEDULE: '@daily' };
    assert.match(refused({ environment }).message, /backup\.schedule: needs backup\.dest as well/);
    const after = { DMS_BACKUP_DEST: '/srv/backup', DMS_BACKUP_AFTER: 'true' };
    assert.match(refused({ environment: after }).message, /backup\.after: needs backup\.schedule as well/);
  });

  it('takes one place to listen, or several, each once, as a list or with commas', () => {
    const host = (value: string) => load({ environment: { DMS_SERVER_HOST: value } }).server.host;
    assert.deepEqual(load({}).server.host, ['127.0.0.1']);
    const places = ['127.0.0.1', '::1', 'dms.lan', 'unix:/run/dms/dms.sock'];
    assert.deepEqual(host(`${places.join(', ')},::1`), places);
    assert.deepEqual(
      load({ file: file(`server: { host: [${places.map((p) => `'${p}'`).join()}] }`) }).server.host,
      places,
    );
    for (const value of [
      'a b',
      'http://127.0.0.1',
      'unix:dms.sock',
      `unix:/${'x'.repeat(107)}`,
      '127.0.0.1,,::1',
      '-a',
    ])
      assert.throws(() => host(value), /server\.host: must be a host name, an address, unix:/, value);
    assert.throws(() => load({ file: file('server: { host: [] }') }), /server\.host: must be/);
  });

  it('takes names for the certificate that dms makes, and no second certificate beside it', () => {
    const names = (value: string) =>
      load({ environment: { DMS_SERVER_TLS_SELF_SIGNED: value } }).server.tls.self_signed;
    assert.equal(load({}).server.tls.self_signed, false);
    assert.equal(names('true'), true);
    assert.equal(names('false'), false);
    assert.deepEqual(names('dms.lan, *.dms.lan, 192.168.1.5, ::1'), [
      'dms.lan',
      '*.dms.lan',
      '192.168.1.5',
      '::1',
    ]);
    for (const value of ['a b', 'unix:/x', '*', 'a.*.b', 'https://dms.lan'])
      assert.throws(() => names(value), /server\.tls\.self_signed: must be true, false, or a list/, value);
    const both = { DMS_SERVER_TLS_SELF_SIGNED: 'true', DMS_SERVER_TLS_CERT: 'a', DMS_SERVER_TLS_KEY: 'b' };
    assert.match(
      refused({ environment: both }).message,
      /self_signed: cannot be combined with server\.tls\.cert/,
    );
  });

  it('refuses a port for redirects without TLS', () => {
    const environment = { DMS_SERVER_REDIRECT_PORT: '80' };
    const wrong = /server\.redirect_port: needs server\.tls\.cert or server\.tls\.self_signed as well/;
    assert.match(refused({ environment }).message, wrong);
    assert.match(
      refused({ environment: { ...environment, DMS_SERVER_TLS_SELF_SIGNED: 'false' } }).message,
      wrong,
    );
    const on = { ...environment, DMS_SERVER_TLS_SELF_SIGNED: 'true' };
    assert.equal(load({ environment: on }).server.redirect_port, 80);
  });

  it('refuses memory for jobs that no document could be read with', () => {
    const memory = (value: string) =>
      load({ environment: { DMS_JOBS_MEMORY_BYTES: value } }).jobs.memory_bytes;
    assert.equal(memory('256M'), 256 * 2 ** 20);
    assert.throws(() => memory('255M'), /jobs\.memory_bytes: must be a size of at least 256MiB/);
  });

  it('says one problem a line, and suggests the key that was meant', () => {
    const { message } = refused({
      file: file('sever.port: 1\nserver:\n  hots: x\n'),
      environment: { DMS_SERVER_PROT: '1' },
    });
    assert.equal(message.split('\n').length, 3);
    assert.match(message, /config\.yaml:3: server\.hots: is not a known key \(did you mean server\.host\?\)/);
    assert.match(message, /DMS_SERVER_PROT: is not a known variable \(did you mean DMS_SERVER_PORT\?\)/);
  });

  it('takes variables of container hosts for what they are: no error, whatever their name or value', () => {
    const environment = {
      DMS_PORT: 'tcp://10.0.0.1:8080',
      DMS_SERVICE_HOST: '10.0.0.1',
      DMS_SERVICE_PORT: '8080',
      DMS_SERVICE_PORT_HTTP: '8080',
      DMS_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      DMS_PORT_8080_TCP_PROTO: 'tcp',
      DMS_PORT_8080_TCP_PORT: '8080',
      DMS_PORT_8080_TCP_ADDR: '10.0.0.1',
      DMS_SERVER_SERVICE_HOST: '10.0.0.1',
      DMS_SERVER_PORT: 'tcp://10.0.0.1:8080',
      DMS_SERVER_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      DMS_ENV_NODE_VERSION: '26',
    };
    assert.equal(port({ environment }), 8080);
    assert.equal(port({ environment: { DMS_PORT: '9090' } }), 8080);
    const warnings = strayVariables({ ...environment, PATH: '/bin', DMS_LOG_LEVEL: 'info', DMS_EMPTY: '' });
    assert.deepEqual(
      warnings.map((sentence) => sentence.split(' ')[0]),
      Object.keys(environment),
    );
    assert.match(warnings[0] ?? '', /no effect; the nearest is DMS_SERVER_PORT$/);
    assert.match(warnings[1] ?? '', /no effect; the nearest is DMS_SERVER_HOST$/);
  });

  it('refuses variables with nearly the name of a key, which are no warning then', () => {
    for (const name of [
      'DMS_SERVER_PROT',
      'DMS_DATADIR',
      'DMS_SERVER_PORT_FILE',
      'DMS_ADMIN_PASWORD',
      'DMS_LOGLEVEL',
    ]) {
      const environment = { [name]: 'x' };
      assert.match(refused({ environment }).message, /did you mean/, name);
      assert.deepEqual(strayVariables(environment), []);
    }
  });

  it('tells YAML that does not parse, and doubled keys, with their line', () => {
    assert.equal(refused({ file: file('a: [') }).problems[0]?.line, 1);
    assert.equal(refused({ file: file('durability: full\ndurability: full\n') }).problems[0]?.line, 2);
    assert.equal(refused({ file: file('- a list') }).problems[0]?.message, 'must contain keys and values');
  });

  it('takes an empty file and an empty section as nothing set', () => {
    assert.equal(port({ file: file('') }), 8080);
    assert.equal(port({ file: file('# nothing\nserver:\n  # port: 1\n') }), 8080);
  });

  it('refuses a named file that is not there', () => {
    const [problem] = refused({ file: join(folder, 'none.yaml') }).problems;
    assert.equal(problem?.source, '--config');
    assert.match(problem.message, /ENOENT/);
  });

  it('reads sizes with and without a unit', () => {
    const size = (text: string) =>
      load({ file: file(`limits: { upload_bytes: ${text} }`) }).limits.upload_bytes;
    assert.deepEqual(['4096', '64KiB', '10M', '1G', '1.5k', '2TB', '"7 mb"'].map(size), [
      4096,
      64 * 2 ** 10,
      10 * 2 ** 20,
      2 ** 30,
      1536,
      2 * 2 ** 40,
      7 * 2 ** 20,
    ]);
    for (const bad of ['-1', '10Q', 'many', '0.3', '9999999T', '[1]', 'null', 'true']) {
      const [problem] = refused({ file: file(`limits:\n  upload_bytes: ${bad}`) }).problems;
      assert.deepEqual([problem?.key, problem?.line], ['limits.upload_bytes', 2], bad);
    }
  });

  it('trusts proxies by count, address, network or name, and never all of them', () => {
    const trusted = (text: string) =>
      load({ file: file(`server: { trust_proxy: ${text} }`) }).server.trust_proxy;
    assert.deepEqual(['false', 'off', '0', '2', '[10.0.0.0/8, "::1"]', 'loopback'].map(trusted), [
      false,
      false,
      false,
      2,
      ['10.0.0.0/8', '::1'],
      ['loopback'],
    ]);
    assert.deepEqual(
      load({ environment: { DMS_SERVER_TRUST_PROXY: '10.0.0.1, 192.168.0.0/16' } }).server.trust_proxy,
      ['10.0.0.1', '192.168.0.0/16'],
    );
    for (const bad of ['true', '[]', '10.0.0.0/33', 'example.org', '-1', '[1]']) {
      const { problems } = refused({ file: file(`server: { trust_proxy: ${bad} }`) });
      assert.deepEqual(
        problems.map(({ key }) => key),
        ['server.trust_proxy'],
        bad,
      );
    }
  });

  it('takes the slash off the base URL, and refuses what is no web address', () => {
    const base = (text: string) => load({ environment: { DMS_SERVER_BASE_URL: text } }).server.base_url;
    assert.equal(base('https://dms.example.org/'), 'https://dms.example.org');
    for (const bad of ['dms.example.org', 'ftp://dms.example.org', '/dms'])
      assert.throws(() => base(bad), ConfigError);
  });

  it('wants certificate and key together', () => {
    const keys = (tls: string) =>
      refused({ file: file(`server: { tls: ${tls} }`) }).problems.map(({ key }) => key);
    assert.deepEqual(keys('{ cert: c.pem }'), ['server.tls.cert']);
    assert.deepEqual(keys('{ key: k.pem }'), ['server.tls.key']);
  });

  it('wants a sender beside the mail server: one address, with or without a name', () => {
    const DMS_SMTP_URL = 'smtps://dms:secret@mail.example.org';
    const from = (DMS_SMTP_FROM: string) => load({ environment: { DMS_SMTP_URL, DMS_SMTP_FROM } }).smtp.from;
    for (const good of ['dms@example.org', '<dms@example.org>', 'Büro <dms@example.org>'])
      assert.equal(from(good), good);
    for (const bad of ['dms', 'a@b, c@d', 'dms@example.org\r\nBcc: eve@example.org', 'Office <dms>', '@b'])
      assert.throws(() => from(bad), ConfigError, bad);
    const alone = refused({ environment: { DMS_SMTP_URL } });
    assert.deepEqual(
      alone.problems.map(({ key, message }) => [key, message]),
      [['smtp.url', 'needs smtp.from as well']],
    );
    assert.ok(!alone.message.includes('secret'));
    assert.equal(load({ environment: { DMS_SMTP_FROM: 'dms@example.org' } }).smtp.url, null);
  });

  it('reads a secret from the file that …_FILE names, without the newline at its end', () => {
    const url = 'smtps://dms:s3cret@mail.example.org';
    const environment = { DMS_SMTP_URL_FILE: file(`${url}\n`, 'url'), DMS_SMTP_FROM: 'dms@example.org' };
    assert.equal(load({ environment }).smtp.url, url);
  });

  it('refuses a secret given twice, a secret file that is not there, and _FILE for what is no secret', () => {
    const path = file('smtps://mail.example.org\n', 'url');
    const DMS_SMTP_FROM = 'dms@example.org';
    const sources = (environment: Record<string, string>) =>
      refused({ environment: { DMS_SMTP_FROM, ...environment } }).problems.map(({ source }) => source);
    assert.deepEqual(sources({ DMS_SMTP_URL: 'smtps://mail.example.org', DMS_SMTP_URL_FILE: path }), [
      'DMS_SMTP_URL_FILE',
    ]);
    assert.deepEqual(sources({ DMS_SMTP_URL_FILE: join(folder, 'none') }), ['DMS_SMTP_URL_FILE']);
    assert.deepEqual(sources({ DMS_SERVER_PORT_FILE: path }), ['DMS_SERVER_PORT_FILE']);
  });

  it('never repeats a value: it may be a secret', () => {
    const { message } = refused({ environment: { DMS_SMTP_URL: 'hunter2', DMS_SERVER_PORT: 'hunter2' } });
    assert.doesNotMatch(message, /hunter2/);
  });

  it('lets variables of others alone, and takes an empty one as not set', () => {
    const environment = { PATH: '/bin', DMS_SERVER_PORT: '', DMS_NOTHING: '', DMS_ADMIN_PASSWORD: 'x' };
    assert.equal(port({ environment }), 8080);
  });

  it('keeps all activity unless days are given', () => {
    assert.equal(load({}).activity.keep_days, 0);
    assert.equal(load({ environment: { DMS_ACTIVITY_KEEP_DAYS: '365' } }).activity.keep_days, 365);
    assert.equal(load({ file: file('activity:\n  keep_days: 90\n') }).activity.keep_days, 90);
    const { problems } = refused({ environment: { DMS_ACTIVITY_KEEP_DAYS: '-1' } });
    assert.deepEqual(
      problems.map(({ key }) => key),
      ['activity.keep_days'],
    );
  });

  it('keeps all versions unless there are rules', () => {
    assert.deepEqual(load({}).versions, { keep_last: 0, keep_days: 0, thin: false });
    const path = file('versions:\n  keep_last: 10\n  thin: true\n');
    const environment = { DMS_VERSIONS_KEEP_DAYS: '90', DMS_VERSIONS_THIN: 'false' };
    assert.deepEqual(load({ file: path }).versions, { keep_last: 10, keep_days: 0, thin: true });
    assert.deepEqual(load({ file: path, environment }).versions, {
      keep_last: 10,
      keep_days: 90,
      thin: false,
    });
    const { problems } = refused({ file: file('versions: { keep_last: 1001, keep_days: -1, thin: yes }') });
    assert.deepEqual(
      problems.map(({ key, message }) => [key, message]),
      [
        ['versions.keep_last', 'must be a whole number from 0 to 1000'],
        ['versions.keep_days', 'must be a whole number from 0 to 36500'],
        ['versions.thin', 'must be true or false'],
      ],
    );
  });

  it('is frozen in its depth', () => {
    const config = load({ file: file('server: { trust_proxy: [::1] }') });
    for (const part of [config, config.server, config.server.tls, config.server.trust_proxy]) {
      assert.ok(Object.isFrozen(part));
    }
  });
});

describe('readAdminPassword', () => {
  it('takes the variable, else the file, else nothing', () => {
    assert.equal(readAdminPassword({ DMS_ADMIN_PASSWORD: 'correct horse' }), 'correct horse');
    assert.equal(readAdminPassword({}), undefined);
    assert.throws(() => readAdminPassword({ DMS_ADMIN_PASSWORD_FILE: '/nowhere' }), ConfigError);
  });
});
