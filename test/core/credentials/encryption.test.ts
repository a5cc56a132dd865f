import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Encryption } from '../../../src/core/credentials/encryption.ts';

describe('encryption', () => {
  const plain = Buffer.from('a secret');
  const encryption = encryptionWith(randomBytes(32));

  function encryptionWith(key: Buffer): Encryption {
    return new Encryption({ randomBytes }, { keys: { read: () => key } });
  }

  it('decrypts for the owner it was encrypted for', () => {
    assert.deepEqual(encryption.decrypt(encryption.encrypt(plain, 'ann'), 'ann'), plain);
  });

  it('takes nothing for a secret, too', () => {
    assert.deepEqual(encryption.decrypt(encryption.encrypt(Buffer.alloc(0), 'ann'), 'ann'), Buffer.alloc(0));
  });

  it('is the same in every release: what is stored stays readable', () => {
    const fixed = new Encryption(
      { randomBytes: (size) => Buffer.alloc(size, 2) },
      { keys: { read: () => Buffer.alloc(32, 1) } },
    );
    const sealed = '0202020202020202020202022c88ee274b5410326aa4d9c675aec64c3788a9facee3a3b5';
    assert.equal(fixed.encrypt(plain, 'ann').toString('hex'), sealed);
    const mac = '3fa1b57f77905738bbed3a508e5ecaed137b31dbdac3d38140d27b0b4b7ddfb0';
    assert.equal(fixed.mac('123456', 'ann'), mac);
  });

  it('decrypts for no other owner, with no other key, and not when it was changed', () => {
    const encrypted = encryption.encrypt(plain, 'ann');
    assert.equal(encryption.decrypt(encrypted, 'ben'), undefined);
    assert.equal(encryptionWith(randomBytes(32)).decrypt(encrypted, 'ann'), undefined);
    for (let index = 0; index < encrypted.length; index += 1) {
      const changed = Buffer.from(encrypted);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      assert.equal(encryption.decrypt(changed, 'ann'), undefined);
    }
    for (const length of [0, 27, 28, encrypted.length - 1]) {
      assert.equal(encryption.decrypt(encrypted.subarray(0, length), 'ann'), undefined);
    }
  });

  it('never looks the same twice', () => {
    assert.notDeepEqual(encryption.encrypt(plain, 'ann'), encryption.encrypt(plain, 'ann'));
  });

  it('makes a mac that depends on text, owner and key', () => {
    const mac = encryption.mac('123456', 'ann');
    assert.equal(mac, encryption.mac('123456', 'ann'));
    const others = [
      encryption.mac('123457', 'ann'),
      encryption.mac('123456', 'ben'),
      encryptionWith(randomBytes(32)).mac('123456', 'ann'),
    ];
    assert.ok(!others.includes(mac));
  });
});
