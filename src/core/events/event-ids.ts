import { createCipheriv, createDecipheriv } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Enough for one number per second over the life of any process. */
const NUMBER_BYTES = 6;

/**
 * Encrypted ids of event batches. An id does not reveal the number of the batch, which would show when other users
 * work. No two ids are equal, because equal ids would show that nothing has happened. An object can decrypt only its own
 * ids.
 */
export class EventIds {
  readonly #randomBytes: (size: number) => Buffer;
  readonly #key: Buffer;

  constructor(randomBytes: (size: number) => Buffer) {
    this.#randomBytes = randomBytes;
    this.#key = randomBytes(KEY_BYTES);
  }

  /** An id for the event batch with this number. Each call returns a different one. */
  of(number: number): string {
    const iv = this.#randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, iv, { authTagLength: TAG_BYTES });
    const plain = Buffer.alloc(NUMBER_BYTES);
    plain.writeUIntBE(number, 0, NUMBER_BYTES);
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    );
  }

  /** The number of an id; undefined if this object did not create the id. */
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
