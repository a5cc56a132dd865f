import { readFile, stat } from 'node:fs/promises';
import type { Logger } from '../log.ts';
import { type Certificate, expiresSoon, fingerprintOf, parseCertificate } from './certificate.ts';

/** How often it is looked for a new certificate. */
const LOOK_EVERY_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Tells which certificate should be used now. It is asked each minute.
 * @throws {Error} that says what is wrong
 */
export type CertificateSource = () => Promise<Certificate>;

/** The certificate in two files, which other programs replace. */
export function certificateFiles(certFile: string, keyFile: string): CertificateSource {
  return async () => {
    const [cert, key] = await Promise.all([readRegularFile(certFile), readRegularFile(keyFile)]);
    return parseCertificate(cert, key);
  };
}

/** To read a pipe would wait for ever. */
async function readRegularFile(path: string): Promise<string> {
  if (!(await stat(path)).isFile()) throw new Error(`${path} is no file`);
  return readFile(path, 'utf8');
}

/** `certificate_refused`: there is a new one that cannot be used. `certificate_expires`: within 14 days, or it has. */
export type CertificateWarning = 'certificate_expires' | 'certificate_refused';

/** What {@link Certificates} works with. */
export interface CertificatesOptions {
  readonly source: CertificateSource;
  /** Made by dms itself. */
  readonly areSelfSigned: boolean;
  readonly log: Logger;
  /** Milliseconds UTC. */
  readonly now?: () => number;
}

type Listener = (certificate: Certificate) => void;

/** The certificate of the service, and those that replace it. */
export class Certificates {
  readonly areSelfSigned: boolean;
  readonly #options: Required<CertificatesOptions>;
  readonly #listeners = new Set<Listener>();
  #current: Certificate;
  /** Why the last look found none that can be used. */
  #failure: string | undefined;
  #nextWarningAt = 0;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: Required<CertificatesOptions>, first: Certificate) {
    this.#options = options;
    this.areSelfSigned = options.areSelfSigned;
    this.#current = first;
  }

  /** Gets the first certificate, and looks for a new one each minute until {@link close}. @throws {Error} as the source */
  static async open(options: CertificatesOptions): Promise<Certificates> {
    const certificates = new Certificates({ now: Date.now, ...options }, await options.source());
    certificates.#warn();
    certificates.#timer = setInterval(() => void certificates.look(), LOOK_EVERY_MS).unref();
    return certificates;
  }

  /** The one that new connections get. */
  get current(): Certificate {
    return this.#current;
  }

  /** Calls `listener` with each new certificate, until the returned function is called. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes a new certificate if there is one. One that cannot be used is logged, once, and the old one stays. Never
   * throws.
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
        log.error({ reason }, 'the new certificate is refused; the old one stays');
      this.#failure = reason;
    }
    this.#warn();
  }

  /** What an administrator should look at now. */
  warnings(): readonly CertificateWarning[] {
    return [
      ...(this.#expiresSoon() ? (['certificate_expires'] as const) : []),
      ...(this.#failure === undefined ? [] : (['certificate_refused'] as const)),
    ];
  }

  /** Looks no more. */
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

  /** Once a day. */
  #warn(): void {
    const now = this.#options.now();
    if (!this.#expiresSoon() || now < this.#nextWarningAt) return;
    this.#nextWarningAt = now + DAY_MS;
    const { expiresAt } = this.#current;
    const message = expiresAt < now ? 'the certificate has expired' : 'the certificate expires soon';
    this.#options.log.warn({ expires_at: new Date(expiresAt).toISOString() }, message);
  }
}
