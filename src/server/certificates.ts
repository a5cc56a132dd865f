import { readFile, stat } from 'node:fs/promises';
import type { Logger } from '../log.ts';
import { DAY_MS } from '../model/durations.ts';
import { type Certificate, expiresSoon, fingerprintOf, parseCertificate } from './certificate.ts';

/** Polling interval for a new certificate. */
const POLL_MS = 60_000;

/**
 * Returns the certificate to use now. Polled every minute.
 * @throws {Error} with the reason
 */
export type CertificateSource = () => Promise<Certificate>;

/** Certificate in two files, which other programs replace. */
export function certificateFiles(certFile: string, keyFile: string): CertificateSource {
  return async () => {
    const [cert, key] = await Promise.all([readRegularFile(certFile), readRegularFile(keyFile)]);
    return parseCertificate(cert, key);
  };
}

/** Reads a regular file only: reading a pipe would block for ever. */
async function readRegularFile(path: string): Promise<string> {
  if (!(await stat(path)).isFile()) throw new Error(`${path} is not a file`);
  return readFile(path, 'utf8');
}

/**
 * `certificate_refused`: a new certificate is unusable. `certificate_expires`: the certificate expires within 14 days,
 * or has expired.
 */
export type CertificateWarning = 'certificate_expires' | 'certificate_refused';

/** Options of {@link Certificates}. */
export interface CertificatesOptions {
  readonly source: CertificateSource;
  /** True if dms creates the certificates itself. */
  readonly areSelfSigned: boolean;
  readonly log: Logger;
  /** Milliseconds UTC. */
  readonly now?: () => number;
}

type Listener = (certificate: Certificate) => void;

/** Current certificate of the service. Polls for replacements. */
export class Certificates {
  readonly areSelfSigned: boolean;
  readonly #options: Required<CertificatesOptions>;
  readonly #listeners = new Set<Listener>();
  #current: Certificate;
  /** Reason why the last poll found no usable certificate. */
  #failure: string | undefined;
  #nextWarningAt = 0;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: Required<CertificatesOptions>, first: Certificate) {
    this.#options = options;
    this.areSelfSigned = options.areSelfSigned;
    this.#current = first;
  }

  /**
   * Loads the first certificate, then polls for a new one every minute until {@link close}.
   * @throws {Error} the errors of the source
   */
  static async open(options: CertificatesOptions): Promise<Certificates> {
    const certificates = new Certificates({ now: Date.now, ...options }, await options.source());
    certificates.#warn();
    certificates.#timer = setInterval(() => void certificates.look(), POLL_MS).unref();
    return certificates;
  }

  /** Certificate for new connections. */
  get current(): Certificate {
    return this.#current;
  }

  /** Calls `listener` with each new certificate, until the returned function is called. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Polls the source, and switches to a new certificate. Logs an unusable one once and keeps the old one. Never throws.
   */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const { source, log } = this.#options;
    try {
      const found = await source();
      this.#failure = undefined;
      if (found.cert !== this.#current.cert || found.key !== this.#current.key) this.#take(found);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== this.#failure)
        log.error({ reason }, 'the new certificate cannot be used; the old one stays in use');
      this.#failure = reason;
    }
    this.#warn();
  }

  /** Current warnings for administrators. */
  warnings(): readonly CertificateWarning[] {
    return [
      ...(this.#expiresSoon() ? (['certificate_expires'] as const) : []),
      ...(this.#failure === undefined ? [] : (['certificate_refused'] as const)),
    ];
  }

  /** Stops polling. */
  close(): void {
    clearInterval(this.#timer);
  }

  #take(found: Certificate): void {
    this.#current = found;
    this.#nextWarningAt = 0;
    for (const listener of this.#listeners) listener(found);
    const fields = { expires_at: new Date(found.expiresAt).toISOString(), sha256: fingerprintOf(found) };
    this.#options.log.info(fields, 'a new certificate is used');
  }

  #expiresSoon(): boolean {
    return expiresSoon(this.#current.expiresAt, this.#options.now());
  }

  /** Logs an expiry warning, at most once a day. */
  #warn(): void {
    const now = this.#options.now();
    if (!this.#expiresSoon() || now < this.#nextWarningAt) return;
    this.#nextWarningAt = now + DAY_MS;
    const { expiresAt } = this.#current;
    const message = expiresAt < now ? 'the certificate has expired' : 'the certificate expires soon';
    this.#options.log.warn({ expires_at: new Date(expiresAt).toISOString() }, message);
  }
}
