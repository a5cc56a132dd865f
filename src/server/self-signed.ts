import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '../model/durations.ts';
import { codeOf } from '../model/errors/error-code.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import type { CertificateSource } from './certificates.ts';

/** Backdating, for clients whose clock is slow. */
const VALID_BEFORE_MS = DAY_MS;
/** With {@link VALID_BEFORE_MS} 397 days, the maximum that browsers accept (CA/Browser Forum, Ballot SC22). */
const VALID_MS = 396 * DAY_MS;
const RENEW_BEFORE_MS = 30 * DAY_MS;
/** Owner only. */
const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;

/** Settings of {@link selfSignedCertificate}. */
export interface SelfSignedSettings {
  /** Data directory. Contains the certificate as `tls/cert.pem` and its key as `tls/key.pem`. */
  readonly dataDirectory: string;
  /** Host names and addresses; true for those of this machine at the time of issue. */
  readonly names: true | readonly string[];
  /** Milliseconds UTC. */
  readonly now?: () => number;
}

/**
 * Self-signed certificate. Issued again 30 days before it expires, and if it lacks one of `names`. Renewal keeps the
 * key.
 */
export function selfSignedCertificate({
  dataDirectory,
  names,
  now = Date.now,
}: SelfSignedSettings): CertificateSource {
  const directory = join(dataDirectory, 'tls');
  const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') };
  return async () => {
    await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
    const key = await keyIn(files.key);
    const existing = await certificateIn(files.cert, key);
    if (existing !== undefined && isGood(existing, names, now())) return existing;
    const cert = await issue(key, names === true ? ownNames() : names, now());
    await replaceFile(files.cert, cert);
    return parseCertificate(cert, key);
  };
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function keyIn(file: string): Promise<string> {
  const existing = await contentOf(file);
  if (existing !== undefined) return existing;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await replaceFile(file, key);
  return key;
}

/** @returns undefined if the file is missing, or the certificate is unusable */
async function certificateIn(file: string, key: string): Promise<Certificate | undefined> {
  const cert = await contentOf(file);
  if (cert === undefined) return undefined;
  try {
    return parseCertificate(cert, key);
  } catch {
    return undefined;
  }
}

function isGood({ x509, expiresAt }: Certificate, names: true | readonly string[], now: number): boolean {
  if (expiresAt - now < RENEW_BEFORE_MS || x509.validFromDate.getTime() > now) return false;
  if (names === true) return true;
  const covered = (x509.subjectAltName ?? '').toLowerCase().split(', ');
  return names.every((name) =>
    isIP(name) === 0 ? covered.includes(`dns:${name.toLowerCase()}`) : x509.checkIP(name) !== undefined,
  );
}

/** The host name of this machine, if valid in a network, `localhost`, and all addresses except link-local IPv6. */
function ownNames(): string[] {
  const host = hostname().toLowerCase();
  const isName = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(host);
  const addresses = Object.values(networkInterfaces())
    .flatMap((ofInterface = []) => ofInterface)
    .map(({ address }) => address)
    .filter((address) => !address.toLowerCase().startsWith('fe80:'));
  return [...new Set([...(isName ? [host] : []), 'localhost', '127.0.0.1', '::1', ...addresses])];
}

/**
 * Issues a certificate.
 * @returns PEM
 */
async function issue(key: string, names: readonly string[], now: number): Promise<string> {
  // Both modules are needed once a year. The second does not load without the first.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const privateKey = createPrivateKey(key);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ CN: ['dms'] }],
    notBefore: new Date(now - VALID_BEFORE_MS),
    notAfter: new Date(now + VALID_MS),
    signingAlgorithm: algorithm,
    keys: {
      privateKey: privateKey.toCryptoKey(algorithm, false, ['sign']),
      publicKey: createPublicKey(privateKey).toCryptoKey(algorithm, true, ['verify']),
    },
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
      ),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}

/**
 * Random serial number in hexadecimal, 16 bytes with a clear top bit: serial numbers are positive (RFC 5280 §4.1.2.2).
 */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

/** Replaces a file atomically: after a power failure, the file is either the old one or the new one. */
async function replaceFile(file: string, content: string): Promise<void> {
  const partial = `${file}.new`;
  await rm(partial, { force: true });
  await writeFile(partial, content, { mode: FILE_MODE, flag: 'wx', flush: true });
  await rename(partial, file);
}
