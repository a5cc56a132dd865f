import assert from 'node:assert/strict';
import { isTokenSecret, looksLikeToken, makeTokenSecret } from '../../../src/core/credentials/secrets.ts';

/** Random bytes that are all the same at the first call, and all 1 after it. */
function startingWith(byte: number): (size: number) => Buffer {
  let calls = 0;
  return (size) => {
    calls += 1;
    return Buffer.alloc(size, calls === 1 ? byte : 1);
  };
}

describe('the secret of a token', () => {
  it('has every digit with the same chance: bytes that would favour the first ones are dropped', () => {
    assert.match(makeTokenSecret(startingWith(247)), /^dms_pat_z{34}[0-9A-Za-z]{6}$/);
    for (const byte of [248, 255])
      assert.match(makeTokenSecret(startingWith(byte)), /^dms_pat_1{34}[0-9A-Za-z]{6}$/);
  });

  it('is known by its form and its checksum', () => {
    const secret = makeTokenSecret(startingWith(7));
    assert.ok(isTokenSecret(secret));
    for (const other of [
      '',
      secret.slice(1),
      `${secret}0`,
      `${secret.slice(0, -1)}!`,
      secret.replace('7', '8'),
    ]) {
      assert.equal(isTokenSecret(other), false, other);
    }
    assert.equal(looksLikeToken(`${secret}0`), true);
    assert.equal(looksLikeToken(` ${secret}`), false);
  });
});
