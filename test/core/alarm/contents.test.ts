// Would catch: a content of a real format that counts as encrypted, and an encrypted one that does not.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { looksEncrypted, matchOf } from '../../../src/core/alarm/contents.ts';
import { isSuspect, suspectExtension } from '../../../src/core/alarm/extensions.ts';
import { SOUND, soundContent } from '../../support/alarm.ts';

/** Beginnings of real files, in hexadecimal or as text, by extension. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  docx: 'hex:d0cf11e0a1b11ae1000000000000000000000000',
  doc: '<html xmlns:o="urn:schemas-microsoft-com:office:office">',
  xls: 'Name\tBetrag\nMüller\t17,30\n',
  tif: 'hex:4d4d002a00000008001200fe00040000',
  heic: 'hex:0000002466747970686569630000000068656963',
  webp: 'hex:524946462c1a000057454250565038200000',
  jpg: 'hex:89504e470d0a1a0a0000000d4948445200',
  mov: 'hex:000000146d6f6f760000006c6d76686400',
  mkv: 'hex:1a45dfa3010000000000001f428681014200',
  mp3: 'hex:fffb90640000000000000000000000000000',
  rtf: '{\\rtf1\\ansi\\deff3\\adeflang1025',
  zip: 'hex:504b0304140000000800000000000000',
  '7z': 'hex:377abcaf271c0004000000000000000000',
  gz: 'hex:1f8b0800000000000003000000000000',
  sqlite: 'hex:53514c69746520666f726d617420330010000101',
  pdf: '\n\n%PDF-1.4 after some bytes of a printer',
  png: 'version https://git-lfs.github.com/spec/v1\noid sha256:00',
};

function bytesOf(beginning: string): Buffer {
  return beginning.startsWith('hex:') ? Buffer.from(beginning.slice(4), 'hex') : Buffer.from(beginning);
}

describe('contents by their names', () => {
  for (const [extension, beginning] of Object.entries(BEGINNINGS))
    it(`a beginning as ${beginning.slice(0, 24).trim()} is ${extension}`, () => {
      assert.equal(matchOf(extension, bytesOf(beginning)), 'yes');
    });

  it('every extension accepts its own content and refuses an encrypted one', () => {
    for (const extension of Object.keys(SOUND)) {
      assert.equal(matchOf(extension, soundContent(extension, 3)), 'yes', extension);
      let refused = 0;
      for (let attempt = 0; attempt < 100; attempt += 1)
        refused += Number(matchOf(extension, randomBytes(2000)) === 'no');
      assert.ok(refused >= 97, `${extension}: ${String(refused)}`);
    }
  });

  it('texts in German, Japanese, Chinese and UTF-16 are texts; zeros and too few bytes are not judged as such', () => {
    const texts = ['Größe: 17 €\n', '日本語の文章です。\n', '这是一个句子。\n'].map((text) =>
      Buffer.from(text.repeat(20)),
    );
    for (const text of texts) assert.equal(matchOf('txt', text), 'yes');
    assert.equal(matchOf('csv', Buffer.from('Grüße aus Köln, in Latin-1\n', 'latin1')), 'yes');
    assert.equal(matchOf('txt', Buffer.from('\ufeffUnter Windows gespeichert', 'utf16le')), 'yes');
    assert.equal(matchOf('txt', Buffer.alloc(500)), 'no');
    assert.equal(matchOf('pdf', Buffer.alloc(500)), 'no');
    assert.equal(matchOf('pdf', Buffer.from('short')), 'unknown');
    assert.equal(matchOf('kdbx', randomBytes(500)), 'unknown');
  });

  it('random bytes look encrypted at every length from 384 on; compressed and plain ones do not', () => {
    for (const length of [384, 512, 1000, 4096])
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const bytes = randomBytes(length);
        bytes[0] = 0xa3;
        assert.ok(looksEncrypted(bytes), String(length));
      }
    assert.ok(!looksEncrypted(gzipSync(randomBytes(4000))));
    assert.ok(!looksEncrypted(Buffer.alloc(4096)));
    assert.ok(!looksEncrypted(soundContent('txt', 1)));
    assert.ok(!looksEncrypted(randomBytes(383)));
  });

  it('an extension is suspect if no format and no harmless program gives it', () => {
    for (const extension of ['locked', 'encrypted', 'crypt', 'wncry', 'phobos', '[id-1].[a@b.c].x'])
      assert.ok(isSuspect(extension), extension);
    for (const extension of [
      '',
      'pdf',
      'gpg',
      'bak',
      '1',
      '03',
      'jpg_original',
      'conflict1',
      'path2',
      'pack',
      'mueller x',
    ])
      assert.ok(!isSuspect(extension), extension);
  });

  it('a rename counts if the former name had a known extension, or the unknown one was appended', () => {
    assert.equal(suspectExtension('plan.pdf', 'plan.locked'), 'locked');
    assert.equal(suspectExtension('plan.pdf', 'plan.pdf.LOCKED'), 'locked');
    assert.equal(suspectExtension('LICENSE', 'LICENSE.locked'), 'locked');
    const long = suspectExtension('plan.pdf', 'plan.pdf.decrypt-with-our-tool-now');
    assert.equal(long, 'decrypt-with-our-tool-now');
    for (const [from, to] of [
      ['.data.xyz.A1b2C3', 'data.xyz'],
      ['data.xyz', 'other.xyz'],
      ['plan.pdf', 'plan.PDF'],
      ['plan.pdf', 'plan.docx'],
      ['plan.pdf', 'plan'],
      ['app.log', 'app.log.1'],
      ['plan.pdf', 'plan Dr. Huber'],
    ] as const)
      assert.equal(suspectExtension(from, to), undefined, to);
  });
});
