import assert from 'node:assert/strict';
import { kindOf } from '../../../src/jobs/formats/kind.ts';
import { tidy } from '../../../src/jobs/text/collector.ts';
import { textOf } from '../../../src/jobs/text/text.ts';

const MIB = 1024 * 1024;
const read = async (content: Buffer) => textOf(content, await kindOf(content));

describe('the text of a plain text', () => {
  const german = 'Sehr geehrte Frau Müller, die Größe der Straße: ÄÖÜ';

  it('is right in the encodings that German texts have', async () => {
    const wide = Buffer.from(german, 'utf16le');
    const contents = [
      Buffer.from(german),
      Buffer.from(`\ufeff${german}`),
      Buffer.from(german, 'latin1'),
      wide,
      Buffer.from(wide).swap16(),
      Buffer.from(`\ufeff${german}`, 'utf16le'),
      Buffer.from(`\ufeff${german}`, 'utf16le').swap16(),
    ];
    for (const content of contents) assert.equal(await read(content), german);
  });

  it('has the quotes and the euro of windows-1252, and the euro of ISO 8859-15', async () => {
    const windows = Buffer.from('\x84Gr\xfc\xdfe\x93 \x96 5 \x80', 'latin1');
    assert.equal(await read(windows), '„Grüße“ – 5 €');
    const iso = Buffer.from('Die Grüße kosten 5 \xa4 für Jörg', 'latin1');
    assert.equal(await read(iso), 'Die Grüße kosten 5 € für Jörg');
  });

  it('is right in one short word', async () => {
    for (const word of ['Größe', 'Müller', 'ÄÖÜ', 'für', 'ä']) {
      assert.equal(await read(Buffer.from(word, 'latin1')), word);
    }
  });

  it('is right in Cyrillic and Japanese encodings', async () => {
    const russian = Buffer.from('c4eee3eee2eef020e0f0e5ede4fb20ece5e6e4f320f1f2eef0eeede0ece8', 'hex');
    assert.equal(await read(russian), 'Договор аренды между сторонами');
    const japanese = Buffer.from('8c5f96f18f9182c98f9096bc82b582c482ad82be82b382a2', 'hex');
    assert.equal(await read(japanese), '契約書に署名してください');
  });

  it('keeps tables and source texts', async () => {
    assert.equal(await read(Buffer.from('a;b\r\n1;2\r\n')), 'a;b\n1;2');
    assert.equal(await read(Buffer.from('# Titel\n\n\n\n- Punkt\tx')), '# Titel\n\n- Punkt\tx');
  });

  it('that is cut inside a character ends before it', async () => {
    assert.equal(await read(Buffer.from('Grüße, 文書').subarray(0, -1)), 'Grüße, 文');
  });

  it('is cut at 2 MiB on the border of a character', async () => {
    const text = await read(Buffer.from(`a${'文'.repeat(MIB)}`));
    assert.equal(Buffer.byteLength(text), 2 * MIB - 1);
    assert.match(text, /^a文+$/);
  });

  it('is nothing for what has no text', async () => {
    for (const content of [Buffer.alloc(0), Buffer.alloc(1000), Buffer.from('ffd8ffe000104a46', 'hex')]) {
      assert.equal(await read(content), '');
    }
  });
});

describe('tidy text', () => {
  it('is composed, visible and has no runs of blanks', () => {
    assert.equal(tidy('u\u0308ber'), 'über');
    assert.equal(tidy('Doku\u00admen\u200bt\u0000\u0007\ufeff'), 'Dokument');
    assert.equal(tidy('a \u00a0 b  \n \n\n\n c\t \td \r\ne\u2028f'), 'a b\n\n c\td\ne\nf');
    assert.equal(tidy('a\ud800b'), 'a\ufffdb');
  });

  it('has no more marks on a letter than any script', () => {
    const text = tidy(`a${'\u0301\u0327'.repeat(1_000_000)}b`);
    assert.ok(text.length <= 32);
    assert.ok(text.endsWith('b'));
  });
});
