import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../src/log.ts';
import { fingerprintOf } from '../../src/server/certificate.ts';
import { Certificates, certificateFiles } from '../../src/server/certificates.ts';
import { selfSignedCertificate } from '../../src/server/self-signed.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 23);

describe('the certificate', () => {
  let directory: string;
  let lines: Record<string, unknown>[];
  let now: number;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-certificates-'));
    lines = [];
    now = NOW;
  });

  afterEach(() => rm(directory, { recursive: true }));

  const log = createLogger({
    level: 'info',
    format: 'json',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const said = (): unknown[] => lines.map(({ msg }) => msg);
  const selfSigned = (names: true | readonly string[]) =>
    selfSignedCertificate({ dataDirectory: directory, names, now: () => now });

  describe('in files', () => {
    const file = (name: string): string => join(directory, name);
    const source = () => certificateFiles(file('cert.pem'), file('key.pem'));
    const open = () => Certificates.open({ source: source(), areSelfSigned: false, log, now: () => now });

    /** Writes a new pair that expires in 396 days. */
    async function replace(parts: readonly ('cert' | 'key')[] = ['cert', 'key']): Promise<string> {
      const other = await mkdtemp(join(directory, 'pair-'));
      const pair = await selfSignedCertificate({
        dataDirectory: other,
        names: ['dms.test'],
        now: () => now,
      })();
      for (const part of parts) await writeFile(file(`${part}.pem`), pair[part]);
      return fingerprintOf(pair);
    }

    it('stays when a pipe takes its place, which nobody may ever write to', async () => {
      const first = await replace();
      const certificates = await open();
      await rm(file('cert.pem'));
      execFileSync('mkfifo', [file('cert.pem')]);
      await certificates.look();
      assert.equal(fingerprintOf(certificates.current), first);
      assert.deepEqual(certificates.warnings(), ['certificate_refused']);
      certificates.close();
    });

    it('is taken when it changes, and whoever uses it is told', async () => {
      const first = await replace();
      const certificates = await open();
      const told: string[] = [];
      const stop = certificates.onChange((certificate) => told.push(fingerprintOf(certificate)));
      await certificates.look();
      assert.equal(fingerprintOf(certificates.current), first);
      const second = await replace();
      await certificates.look();
      await certificates.look();
      assert.deepEqual(told, [second]);
      assert.deepEqual(said(), ['a new certificate is used']);
      stop();
      await replace();
      await certificates.look();
      assert.deepEqual(told, [second]);
      certificates.close();
    });

    it('stays when the new pair is broken, which is logged once and is a warning until it is whole', async () => {
      const first = await replace();
      const certificates = await open();
      const second = await replace(['cert']);
      await certificates.look();
      await certificates.look();
      assert.equal(fingerprintOf(certificates.current), first);
      assert.deepEqual(certificates.warnings(), ['certificate_refused']);
      assert.deepEqual(said(), ['the new certificate cannot be used; the old one stays in use']);
      assert.match(String(lines[0]?.['reason']), /belongs to another certificate/);
      for (const [part, content, reason] of [
        ['cert.pem', 'no certificate', /the certificate cannot be read/],
        ['key.pem', '', /the private key cannot be read/],
      ] as const) {
        await replace();
        await writeFile(file(part), content);
        await certificates.look();
        assert.match(String(lines.at(-1)?.['reason']), reason);
      }
      await rm(file('key.pem'));
      await certificates.look();
      assert.match(String(lines.at(-1)?.['reason']), /ENOENT/);
      assert.equal(fingerprintOf(certificates.current), first);
      const third = await replace();
      await certificates.look();
      assert.equal(fingerprintOf(certificates.current), third);
      assert.notEqual(third, second);
      assert.deepEqual(certificates.warnings(), []);
      certificates.close();
    });

    it('is warned of from 14 days before it expires, once a day in the log', async () => {
      await replace();
      const certificates = await open();
      now = NOW + (396 - 14) * DAY_MS - 1;
      await certificates.look();
      assert.deepEqual([certificates.warnings(), said()], [[], []]);
      now += 2;
      for (let looks = 0; looks < 3; looks += 1) await certificates.look();
      assert.deepEqual(certificates.warnings(), ['certificate_expires']);
      assert.deepEqual(said(), ['the certificate expires soon']);
      now += 20 * DAY_MS;
      await certificates.look();
      assert.deepEqual(said(), ['the certificate expires soon', 'the certificate has expired']);
      certificates.close();
    });

    it('must be there at the start', async () => {
      await assert.rejects(open(), /ENOENT/);
    });
  });

  describe('that dms makes', () => {
    it('is made once, for its owner only, and for at most 397 days', async () => {
      const first = await selfSigned(true)();
      const files = join(directory, 'tls');
      assert.equal((await stat(files)).mode & 0o777, 0o700);
      assert.deepEqual((await readdir(files)).sort(), ['cert.pem', 'key.pem']);
      for (const name of await readdir(files))
        assert.equal((await stat(join(files, name))).mode & 0o777, 0o600);
      const { validFromDate, validToDate } = first.x509;
      assert.equal(validToDate.getTime() - validFromDate.getTime(), 397 * DAY_MS);
      assert.ok(validFromDate.getTime() <= now);
      assert.equal(fingerprintOf(await selfSigned(true)()), fingerprintOf(first));
      assert.equal(fingerprintOf(first), first.x509.fingerprint256);
      assert.equal(first.x509.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
      assert.ok(!first.x509.ca);
    });

    it('is for localhost and the addresses of the machine, or for what the list says', async () => {
      const own = await selfSigned(true)();
      assert.equal(own.x509.checkHost('localhost'), 'localhost');
      for (const address of ['127.0.0.1', '::1']) assert.ok(own.x509.checkIP(address), address);
      const listed = await selfSigned(['DMS.lan', '*.dms.lan', '192.0.2.5', '2001:db8::5'])();
      assert.equal(listed.x509.checkHost('localhost'), undefined);
      for (const host of ['dms.lan', 'a.dms.lan']) assert.ok(listed.x509.checkHost(host), host);
      for (const address of ['192.0.2.5', '2001:db8::5']) assert.ok(listed.x509.checkIP(address), address);
    });

    it('is made anew when it lacks a name, and not when it has one more', async () => {
      const first = fingerprintOf(await selfSigned(['a.test', '*.a.test', '::1'])());
      assert.equal(fingerprintOf(await selfSigned(['*.a.test', '::1'])()), first);
      assert.equal(fingerprintOf(await selfSigned(true)()), first);
      assert.notEqual(fingerprintOf(await selfSigned(['a.test', 'b.test'])()), first);
    });

    it('is renewed 30 days before it expires, with the same key, also while the service runs', async () => {
      const certificates = await Certificates.open({
        source: selfSigned(['a.test']),
        areSelfSigned: true,
        log,
        now: () => now,
      });
      const first = certificates.current;
      now = NOW + 365 * DAY_MS;
      await certificates.look();
      assert.equal(fingerprintOf(certificates.current), fingerprintOf(first));
      now = NOW + 367 * DAY_MS;
      await certificates.look();
      assert.notEqual(fingerprintOf(certificates.current), fingerprintOf(first));
      assert.equal(certificates.current.key, first.key);
      assert.deepEqual(certificates.warnings(), []);
      certificates.close();
    });

    it('is made anew when its file is damaged', async () => {
      await selfSigned(true)();
      const file = join(directory, 'tls', 'cert.pem');
      await writeFile(file, 'nothing');
      const { cert } = await selfSigned(true)();
      assert.equal(await readFile(file, 'utf8'), cert);
    });
  });
});
