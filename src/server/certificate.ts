import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { DAY_MS } from '../model/durations.ts';

/** Threshold of the expiry warning. Automatic renewal happens earlier. */
const SOON_MS = 14 * DAY_MS;

/** Valid certificate with its matching private key. */
export interface Certificate {
  /** PEM, including the chain. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  readonly x509: X509Certificate;
  /** Milliseconds UTC. */
  readonly expiresAt: number;
}

/**
 * Parses a certificate and its key. An expired certificate is accepted.
 * @param cert PEM, including the chain
 * @param key PEM
 * @throws {Error} with the reason: no certificate, no key, or the key of another certificate
 */
export function parseCertificate(cert: string, key: string): Certificate {
  const x509 = attempt('the certificate cannot be read', () => new X509Certificate(cert));
  const privateKey = attempt('the private key cannot be read', () => createPrivateKey(key));
  if (!x509.checkPrivateKey(privateKey)) throw new Error('the private key belongs to another certificate');
  attempt('the pair cannot be used', () => createSecureContext({ cert, key }));
  return { cert, key, x509, expiresAt: x509.validToDate.getTime() };
}

/**
 * True if the certificate expires within 14 days or has expired, so that an administrator must act. Both times are in
 * milliseconds UTC.
 */
export function expiresSoon(expiresAt: number, now: number): boolean {
  return expiresAt - now < SOON_MS;
}

function attempt<T>(failure: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`${failure} (${error instanceof Error ? error.message : String(error)})`, {
      cause: error,
    });
  }
}

/** SHA-256 of the certificate in the format of browsers and openssl: `AB:CD:…` */
export function fingerprintOf({ x509 }: Certificate): string {
  const digest = createHash('sha256').update(x509.raw).digest('hex').toUpperCase();
  return digest.replace(/..(?!$)/g, '$&:');
}
