import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { kindOf } from '../../../src/jobs/formats/kind.ts';
import { Unreadable } from '../../../src/jobs/formats/unreadable.ts';
import { textOf } from '../../../src/jobs/text/text.ts';
import { bomb, part, zip } from '../../support/contents/zip.ts';

const MIB = 1024 * 1024;
const because = (message: string) => (error: unknown) =>
  error instanceof Unreadable && error.message === message;

/** The lines of a file that LibreOffice wrote, without the blanks around them. */
async function linesOf(name: string): Promise<string[]> {
  const content = await readFile(new URL(`../../fixtures/office/${name}`, import.meta.url));
  const text = await textOf(content, await kindOf(content));
  return text.split(/\s*\n\s*/);
}

const letter = [
  'Mietvertrag',
  'Zwischen Jörg Müller\tund der Größe & Söhne GmbH wird vereinbart',
  'Fußnote zum Zins',
  'Erste Zeile',
  'Anmerkung von Ben',
  '契約書 и договор',
  'Kopfzeile der Kanzlei',
  'Fußzeile mit Bankverbindung',
];

describe('the text of an Office file', () => {
  for (const name of ['letter.docx', 'letter.odt', 'letter.rtf']) {
    it(`${name} has paragraphs, header, footer, notes and comments, and nothing deleted`, async () => {
      const lines = await linesOf(name);
      const text = lines.join('\n');
      for (const line of letter) assert.ok(text.includes(line), `${line} in ${text}`);
      assert.match(text, /Kaltmiete\s1\.234,50 €/);
      assert.doesNotMatch(text, /Gestrichenes|2026|urn:/);
    });
  }

  it('sums.xlsx has the names of the sheets, texts and numbers as they are shown, and comments', async () => {
    const lines = await linesOf('sums.xlsx');
    assert.deepEqual(lines.slice(0, 4), ['Umsätze 2025', 'Kunde\tBetrag', 'Müller\t1234.5', 'Kunde\t0.3']);
    assert.ok(lines.includes('geprüft von Ben'));
    assert.deepEqual(lines.slice(-3, -1), ['Zweites Blatt', 'Zürich\t98765']);
  });

  it('sums.ods has the same', async () => {
    const lines = await linesOf('sums.ods');
    assert.deepEqual(lines.slice(0, 2), ['Umsätze 2025', 'Kunde \tBetrag']);
    assert.ok(lines.includes('geprüft von Ben Müller \t1234.5'));
    assert.ok(lines.includes('Zweites Blatt'));
  });

  it('has the dates of a workbook as dates, and all its other numbers as numbers', async () => {
    const formats =
      '<numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/><numFmt numFmtId="165" formatCode="0 &quot;Tage&quot;[Red]"/>';
    const [plain, date, amount, own, days] = ['', '14', '4', '164', '165'];
    const styles = [plain, date, amount, own, days].map((id) => `<xf numFmtId="${id}"/>`).join('');
    const cells = [45717, 45717, 45717.5, 45731.75, 45717, 3].map(
      (value, style) => `<c s="${style % 5}"><v>${value}</v></c>`,
    );
    const textWith = (properties: string, written: string) =>
      textOf(
        zip([
          part('xl/workbook.xml', `<workbook>${properties}<sheet name="Fristen" r:id="a"/></workbook>`),
          part(
            'xl/_rels/workbook.xml.rels',
            '<Relationships><Relationship Id="a" Target="sheet1.xml"/></Relationships>',
          ),
          part('xl/styles.xml', written),
          part('xl/sheet1.xml', `<worksheet><row>${cells.join('')}</row></worksheet>`),
        ]),
        'xlsx',
      );
    const written = `<styleSheet><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles}</cellXfs></styleSheet>`;

    const march = '2025-03-01 (01.03.2025)';
    assert.equal(
      await textWith('', written),
      `Fristen\n45717\t${march}\t45717.5\t2025-03-15 (15.03.2025)\t45717\t3`,
    );
    assert.match(await textWith('<workbookPr date1904="1"/>', written), /2029-03-02 \(02\.03\.2029\)/);
    assert.equal(await textWith('', 'no styles'), 'Fristen\n45717\t45717\t45717.5\t45731.75\t45717\t3');
  });

  for (const name of ['talk.pptx', 'talk.odp']) {
    it(`${name} has the slides in their order, each with its notes`, async () => {
      assert.deepEqual(await linesOf(name), [
        'Ziele für München',
        'Begrüßung nicht vergessen',
        'Zahlen und Fristen',
        'Pause um zehn',
      ]);
    });
  }

  it('has the slides in the order of the presentation, not of their file names', async () => {
    const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
    const relation = (id: string, target: string) => `<Relationship Id="${id}" Target="${target}"/>`;
    const content = zip([
      part('ppt/slides/slide1.xml', slide('second')),
      part('ppt/slides/slide2.xml', slide('first')),
      part('ppt/presentation.xml', '<p:presentation><p:sldId r:id="b"/><p:sldId r:id="a"/></p:presentation>'),
      part(
        'ppt/_rels/presentation.xml.rels',
        `<Relationships>${relation('a', 'slides/slide1.xml')}${relation('b', '/ppt/slides/slide2.xml')}</Relationships>`,
      ),
    ]);
    assert.equal(await textOf(content, 'pptx'), 'first\n\nsecond');
  });
});

describe('a hostile Office file', () => {
  const word = (xml: string) => zip([part('word/document.xml', xml)]);
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

  it('that unpacks to 10 GB of text ends with the first 2 MiB', async () => {
    const content = zip([bomb('word/document.xml', '<w:t>', Buffer.alloc(MIB, 'word '), 10_000)]);
    assert.equal(Buffer.byteLength(await textOf(content, 'docx')), 2 * MIB);
  });

  it('that unpacks to 10 GB of nothing ends with the text found so far, or the reason', async () => {
    const blanks = Buffer.alloc(MIB, '<w:x/>      ');
    const start = paragraph('found');
    const found = zip([bomb('word/document.xml', `<w:document>${start}`, blanks, 10_000)]);
    assert.equal(await textOf(found, 'docx'), 'found');
    const nothing = zip([bomb('word/document.xml', '<w:document>', blanks, 10_000)]);
    await assert.rejects(textOf(nothing, 'docx'), because('The file is too large when it is unpacked.'));
  });

  it('that unpacks to 10 GB of zeros is damaged', async () => {
    const content = zip([bomb('word/document.xml', '', Buffer.alloc(MIB), 10_000)]);
    await assert.rejects(textOf(content, 'docx'), because('The file is damaged.'));
  });

  it('that never ends a comment or a tag costs no more memory than other files', async () => {
    const units = ['<!-- ', '<w:p a="'];
    for (const unit of units) {
      const content = zip([
        bomb('word/document.xml', paragraph('found') + unit, Buffer.alloc(MIB, 'x'), 5000),
      ]);
      assert.equal(await textOf(content, 'docx'), 'found');
    }
  });

  it('that nests a million elements gives the text before', async () => {
    const content = word(`<w:document>${paragraph('found')}${'<w:p>'.repeat(1_000_000)}`);
    assert.equal(await textOf(content, 'docx'), 'found');
  });

  it('expands no entities but those of XML', async () => {
    const lol =
      '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>';
    const content = word(`${lol}<w:document>${paragraph('A &amp; B &b; &c; &constructor;')}</w:document>`);
    assert.equal(await textOf(content, 'docx'), 'A & B &b; &c; &constructor;');
  });

  it('that is damaged inside gives the text before', async () => {
    const xml = `<w:document>${Array.from({ length: 5000 }, (_, index) => paragraph(`n${index}`)).join('')}`;
    const whole = part('word/document.xml', xml);
    const deflated = Buffer.from(whole.deflated);
    deflated.fill(0xff, Math.floor(deflated.length / 2));
    assert.match(await textOf(zip([{ ...whole, deflated }]), 'docx'), /^n0\nn1\n/);
  });

  it('with a password says so', async () => {
    const office = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    const open = zip([
      part('content.xml', 'no XML'),
      part('META-INF/manifest.xml', '<manifest:encryption-data/>'),
    ]);
    const reason = because('The file is protected by a password.');
    await assert.rejects(textOf(office, await kindOf(office)), reason);
    await assert.rejects(textOf(open, 'odt'), reason);
  });
});
