import { createCipheriv, createDecipheriv } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** More seconds than a process lasts. */
const NUMBER_BYTES = 6;

/**
 * Names the news that all users together have had, without telling their number: it would say when others work. No two
 * ids are equal, as it would also tell if nothing has happened. What one object has named another does not know.
 */
export class NewsIds {
  readonly #randomBytes: (size: number) => Buffer;
  readonly #key: Buffer;

  constructor(randomBytes: (size: number) => Buffer) {
    this.#randomBytes = randomBytes;
    this.#key = randomBytes(KEY_BYTES);
  }

  /** An id of the news with this number. */
  of(number: number): string {
    const iv = this.#randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, iv, { authTagLength: TAG_BYTES });
    const plain = Buffer.alloc(NUMBER_BYTES);
    plain.writeUIntBE(number, 0, NUMBER_BYTES);
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    );
  }

  /** The number that an id stands for; undefined if it is no id of this object. */
  numberOf(id: string): number | undefined {
    const bytes = Buffer.from(id, 'base64url');
    if (bytes.length !== IV_BYTES + NUMBER_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
      return plain.readUIntBE(0, NUMBER_BYTES);
    } catch {
      return undefined;
    }
  }
}
