import assert from 'node:assert/strict';
import { Unreadable } from '../../../src/jobs/formats/unreadable.ts';
import { ZipReader, zipEntry } from '../../../src/jobs/formats/zip-reader.ts';
import { bomb, part, zip } from '../../support/contents/zip.ts';

const MIB = 1024 * 1024;
const because = (message: string) => (error: unknown) =>
  error instanceof Unreadable && error.message === message;

describe('a ZIP archive', () => {
  const archive = zip([part('a.txt', 'Hello'), part('dir/b.xml', '<b/>')]);

  it('gives its entries', async () => {
    assert.equal((await zipEntry(archive, 'dir/b.xml', 100))?.toString(), '<b/>');
    assert.deepEqual([...(await ZipReader.open(archive)).names], ['a.txt', 'dir/b.xml']);
  });

  it('gives nothing for an entry that does not exist, or is too large', async () => {
    assert.equal(await zipEntry(archive, 'c.txt', 100), undefined);
    assert.equal(await zipEntry(archive, 'a.txt', 4), undefined);
  });

  it('that is cut off is damaged', async () => {
    await assert.rejects(ZipReader.open(archive.subarray(0, -1)), because('The file is damaged.'));
    await assert.rejects(ZipReader.open(Buffer.alloc(0)), because('The file is damaged.'));
  });

  it('with a damaged entry says so when that is read', async () => {
    const [whole, bad] = [part('a.txt', 'Hello'), part('b.txt', 'Hello')];
    const damaged = zip([whole, { ...bad, deflated: Buffer.from('ffffffff', 'hex') }]);
    assert.equal((await zipEntry(damaged, 'a.txt', 100))?.toString(), 'Hello');
    await assert.rejects(zipEntry(damaged, 'b.txt', 100), because('The file is damaged.'));
  });

  it('with a password says so', async () => {
    const locked = zip([{ ...part('a.txt', 'Hello'), flags: 1 }]);
    await assert.rejects(zipEntry(locked, 'a.txt', 100), because('The file is protected by a password.'));
    const office = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    await assert.rejects(ZipReader.open(office), because('The file is protected by a password.'));
  });

  it('that unpacks to 3 GB is read up to the bound only', async () => {
    const huge = zip([bomb('a.xml', '<a>', Buffer.alloc(MIB), 3000)]);
    assert.equal(await zipEntry(huge, 'a.xml', MIB), undefined);
    const opened = await ZipReader.open(huge);
    let bytes = 0;
    await assert.rejects(async () => {
      for await (const chunk of opened.chunks('a.xml')) bytes += chunk.length;
    }, because('The file is too large when it is unpacked.'));
    assert.ok(bytes <= 256 * MIB);
  });

  it('that unpacks to more than it claims is damaged', async () => {
    const liar = zip([{ ...bomb('a.xml', '<a>', Buffer.alloc(MIB), 300), size: 100 }]);
    await assert.rejects(zipEntry(liar, 'a.xml', 400 * MIB), because('The file is damaged.'));
  });

  it('with more parts than any document has is refused', async () => {
    const empty = part('', '');
    const parts = Array.from({ length: 20_001 }, (_, index) => ({ ...empty, name: `${index}` }));
    await assert.rejects(ZipReader.open(zip(parts)), because('The file has too many parts.'));
  });
});
