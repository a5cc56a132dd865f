import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Encryption } from '../../../src/core/credentials/encryption.ts';

describe('sealing', () => {
  const plain = Buffer.from('a secret');
  const sealing = sealingWith(randomBytes(32));

  function sealingWith(key: Buffer): Encryption {
    return new Encryption({ randomBytes }, { keys: { read: () => key } });
  }

  it('opens for whom it was sealed', () => {
    assert.deepEqual(sealing.open(sealing.seal(plain, 'ann'), 'ann'), plain);
  });

  it('opens for nobody else, with no other key, and not when it was changed', () => {
    const sealed = sealing.seal(plain, 'ann');
    assert.equal(sealing.open(sealed, 'ben'), undefined);
    assert.equal(sealingWith(randomBytes(32)).open(sealed, 'ann'), undefined);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      assert.equal(sealing.open(changed, 'ann'), undefined);
    }
    for (const length of [0, 27, 28, sealed.length - 1]) {
      assert.equal(sealing.open(sealed.subarray(0, length), 'ann'), undefined);
    }
  });

  it('never looks the same twice', () => {
    assert.notDeepEqual(sealing.seal(plain, 'ann'), sealing.seal(plain, 'ann'));
  });

  it('makes a mac that depends on text, owner and key', () => {
    const mac = sealing.mac('123456', 'ann');
    assert.equal(mac, sealing.mac('123456', 'ann'));
    const others = [
      sealing.mac('123457', 'ann'),
      sealing.mac('123456', 'ben'),
      sealingWith(randomBytes(32)).mac('123456', 'ann'),
    ];
    assert.ok(!others.includes(mac));
  });
});
