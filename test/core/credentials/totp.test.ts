import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { makeTotpKey, totpStep } from '../../../src/core/credentials/totp.ts';
import { totpCode } from '../../support/second-factor.ts';

describe('totp', () => {
  // RFC 6238, appendix B, SHA-1; the last six of the eight digits.
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    it(`knows ${code} at ${String(seconds)} s`, () => {
      const step = totpStep(Buffer.from('12345678901234567890'), code, seconds * 1000);
      assert.equal(step, Math.floor(seconds / 30));
    });
  }

  it('takes one step more and one less, and says which it was', () => {
    const { bytes, secret } = makeTotpKey(randomBytes, 'ann');
    const now = 1_800_000_000_000;
    const step = now / 30_000;
    for (const distance of [-1, 0, 1]) {
      assert.equal(totpStep(bytes, totpCode(secret, now + distance * 30_000), now), step + distance);
    }
    for (const distance of [-3, -2, 2, 3]) {
      assert.equal(totpStep(bytes, totpCode(secret, now + distance * 30_000), now), undefined);
    }
  });

  it('makes keys of 160 bits, and tells authenticators all they need', () => {
    const { bytes, secret, uri } = makeTotpKey(randomBytes, 'ann.b-c_d');
    assert.equal(bytes.length, 20);
    const { protocol, host, pathname, searchParams } = new URL(uri);
    assert.deepEqual([protocol, host, decodeURIComponent(pathname)], ['otpauth:', 'totp', '/dms:ann.b-c_d']);
    assert.deepEqual(Object.fromEntries(searchParams), {
      issuer: 'dms',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    assert.notEqual(makeTotpKey(randomBytes, 'ann').secret, secret);
  });
});
