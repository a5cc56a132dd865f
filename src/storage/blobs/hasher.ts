import { createHash, type Hash } from 'node:crypto';

/** Checksum algorithms that a client can request. SHA-256 is always computed. */
export const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512', 'adler32'] as const;
export type Digest = (typeof DIGESTS)[number];

/** A running checksum. */
export interface Hasher {
  update(chunk: Buffer): void;
  /** The checksum in lower-case hexadecimal. Call it once. */
  hex(): string;
}

/** Starts a checksum. */
export function hasher(name: Digest): Hasher {
  if (name === 'adler32') return adler32();
  const hash: Hash = createHash(name);
  return {
    update: (chunk) => {
      hash.update(chunk);
    },
    hex: () => hash.digest('hex'),
  };
}

/** RFC 1950 §8.2. The sums are reduced every 3800 bytes, before they exceed 32 bits. */
function adler32(): Hasher {
  let a = 1;
  let b = 0;
  return {
    update: (chunk) => {
      for (let start = 0; start < chunk.length; start += 3800) {
        for (const byte of chunk.subarray(start, start + 3800)) {
          a += byte;
          b += a;
        }
        a %= 65521;
        b %= 65521;
      }
    },
    hex: () => ((b * 65536 + a) >>> 0).toString(16).padStart(8, '0'),
  };
}
