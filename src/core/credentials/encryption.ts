import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { KeyFile } from '../../storage/key-file.ts';
import type { Context } from '../context.ts';

/** The key of the data directory. */
export type KeySource = Pick<KeyFile, 'read'>;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const TAG = { authTagLength: TAG_BYTES };

/**
 * Keeps what the service must be able to read back, but a thief of the database must not: sealed with a key that lies
 * outside of it. `owner` says whose it is; what was sealed for one does not open for another.
 */
export class Encryption {
  readonly #context: Pick<Context, 'randomBytes'>;
  readonly #parts: { readonly keys: KeySource };

  constructor(context: Pick<Context, 'randomBytes'>, parts: { readonly keys: KeySource }) {
    this.#context = context;
    this.#parts = parts;
  }

  seal(plain: Uint8Array, owner: string): Buffer {
    const nonce = this.#context.randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keyFor('seal'), nonce, TAG).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Undefined for what was not sealed so: with another key, for another owner, or changed since. */
  open(sealed: Buffer, owner: string): Buffer | undefined {
    const start = NONCE_BYTES + TAG_BYTES;
    if (sealed.length < start) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#keyFor('seal'), sealed.subarray(0, NONCE_BYTES), TAG)
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(NONCE_BYTES, start));
    const plain = decipher.update(sealed.subarray(start));
    try {
      return Buffer.concat([plain, decipher.final()]);
    } catch {
      return undefined;
    }
  }

  /** What stands for a short text that must not be guessed from it; hexadecimal. */
  mac(text: string, owner: string): string {
    return createHmac('sha256', this.#keyFor('mac')).update(`${owner}\0${text}`).digest('hex');
  }

  #keyFor(purpose: 'seal' | 'mac'): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#parts.keys.read(), '', `dms ${purpose}`, 32));
  }
}
