import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { KeyFile } from '../../storage/disk/key-file.ts';
import type { Context } from '../context.ts';

/** Supplies the 32-byte key of the data directory. */
export type KeySource = Pick<KeyFile, 'read'>;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const TAG = { authTagLength: TAG_BYTES };

/**
 * Encrypts secrets that the server must be able to read back (AES-256-GCM). The key is stored outside the
 * database, so a copy of the database alone does not reveal them. `owner` names the owner of a secret and is
 * authenticated with it: data encrypted for one owner cannot be decrypted for another.
 */
export class Encryption {
  readonly #context: Pick<Context, 'randomBytes'>;
  readonly #deps: { readonly keys: KeySource };

  constructor(context: Pick<Context, 'randomBytes'>, deps: { readonly keys: KeySource }) {
    this.#context = context;
    this.#deps = deps;
  }

  /** @returns nonce (12 bytes), authentication tag (16 bytes) and ciphertext */
  encrypt(plain: Uint8Array, owner: string): Buffer {
    const nonce = this.#context.randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keyFor('seal'), nonce, TAG).setAAD(Buffer.from(owner));
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
  }

  /**
   * Reverses {@link Encryption.encrypt}.
   * @returns undefined if the data was encrypted with another key or for another owner, or was changed
   */
  decrypt(encrypted: Buffer, owner: string): Buffer | undefined {
    const headerBytes = NONCE_BYTES + TAG_BYTES;
    if (encrypted.length < headerBytes) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#keyFor('seal'), encrypted.subarray(0, NONCE_BYTES), TAG)
      .setAAD(Buffer.from(owner))
      .setAuthTag(encrypted.subarray(NONCE_BYTES, headerBytes));
    const plain = decipher.update(encrypted.subarray(headerBytes));
    try {
      return Buffer.concat([plain, decipher.final()]);
    } catch {
      return undefined;
    }
  }

  /**
   * HMAC-SHA-256 of a text, in hexadecimal. For short secrets such as one-time codes: without the key, trying all
   * possible texts does not reveal the text.
   */
  mac(text: string, owner: string): string {
    return createHmac('sha256', this.#keyFor('mac')).update(`${owner}\0${text}`).digest('hex');
  }

  /**
   * Derives a separate key for each purpose. If the name of a purpose changed, stored data could no longer be
   * decrypted.
   */
  #keyFor(purpose: 'seal' | 'mac'): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#deps.keys.read(), '', `dms ${purpose}`, 32));
  }
}
