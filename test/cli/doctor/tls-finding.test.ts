import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tlsFinding } from '../../../src/cli/doctor/tls-finding.ts';
import { configSchema } from '../../../src/config/schema.ts';
import { writeCertificate } from '../../support/servers/certificate.ts';

const NOW = Date.UTC(2026, 11, 1);
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('what dms doctor says of TLS', () => {
  let directory: string;
  let tls: { cert: string; key: string };

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-tls-'));
    tls = await writeCertificate(directory);
  });
  after(() => rm(directory, { recursive: true }));

  const told = (server: object, now = NOW): string => {
    const { state, detail } = tlsFinding(configSchema.parse({ server }), now);
    return `${state}: ${detail}`;
  };

  async function keyFile(options: object): Promise<string> {
    const file = join(directory, 'other.pem');
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem', ...options }), { mode: 0o600 });
    return file;
  }

  it('is that a key belongs to another certificate', async () => {
    assert.match(
      told({ tls: { ...tls, key: await keyFile({}) } }),
      /^problem: .*other\.pem is not the key of /,
    );
  });

  it('is that a key has a passphrase, and that a file is no certificate', async () => {
    const locked = await keyFile({ cipher: 'aes-256-cbc', passphrase: 'secret' });
    assert.match(told({ tls: { ...tls, key: locked } }), /^problem: the private key .*cannot be read/);
    assert.match(told({ tls: { ...tls, cert: tls.key } }), /^problem: the certificate .*cannot be read/);
  });

  it('is when the certificate begins and ends', () => {
    assert.match(
      told({ tls }, Date.UTC(2026, 0, 1)),
      /^problem: the certificate is not valid before 2026-11-22/,
    );
    assert.match(
      told({ tls }, Date.UTC(2126, 9, 20)),
      /^warning: the certificate expires in 9 days, at 2126-10-29/,
    );
    assert.match(told({ tls }, Date.UTC(2126, 9, 30)), /^problem: the certificate expired at 2126-10-29/);
  });

  it('is that passwords travel unencrypted, unless only this machine or a proxy connects', () => {
    assert.match(told({ host: ['0.0.0.0'] }), /^warning: off, and 0\.0\.0\.0 is open/);
    for (const server of [
      {},
      { host: ['::1'] },
      { host: ['0.0.0.0'], trust_proxy: 1 },
      { host: ['0.0.0.0'], base_url: 'https://dms.example.org' },
    ])
      assert.match(told(server), /^ok: off/);
  });
});
