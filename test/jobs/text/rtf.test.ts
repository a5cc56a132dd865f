import assert from 'node:assert/strict';
import { textOf } from '../../../src/jobs/text/text.ts';

const read = (rtf: string) => textOf(Buffer.from(rtf, 'latin1'), 'rtf');

describe('the text of rich text', () => {
  it('has bytes in the code page of the file or of the font', async () => {
    assert.equal(await read("{\\rtf1\\ansi\\ansicpg1252 Gr\\'f6\\'dfe \\'80 M\xfcller}"), 'Größe € Müller');
    assert.equal(await read("{\\rtf1\\ansi\\ansicpg932 \\'8c_\\'96\\'f1}"), '契約');
    const fonts = '{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial Cyr;}}';
    assert.equal(await read(`{\\rtf1\\ansi${fonts}\\f0 a\\'e4 {\\f1 \\'c4\\'e0} \\'e4}`), 'aä Да ä');
  });

  it('has Unicode characters without what stands for them in older programs', async () => {
    assert.equal(await read("{\\rtf1\\u22865?\\u-12345\\'3f x\\uc0\\u228 y{\\uc2\\u252 ??}z}"), '契쿇 xäyüz');
    assert.equal(await read('{\\rtf1 \\u55357?\\u56832?}'), '😀');
  });

  it('has lines, cells, dashes and quotes', async () => {
    assert.equal(
      await read('{\\rtf1 a\\par b\\line c\\cell d\\row\\ldblquote e\\rdblquote\\~f\\_g\\\\h\\{}'),
      'a\nb\nc\td\n“e” f-g\\h{',
    );
  });

  it('has nothing of tables, pictures, deleted text and unknown destinations', async () => {
    const hidden =
      '{\\stylesheet{\\s0 Normal;}}{\\info{\\title no}}{\\pict 89504e47}{\\*\\unknown no}{\\deleted no}';
    assert.equal(
      await read(
        `{\\rtf1${hidden}{\\bin4 }}{\\x}yes{\\*\\annotation why}}`.replace('\\bin4 ', '\\bin4 {{{{'),
      ),
      'yes\nwhy',
    );
  });

  it('has what follows a star within a group, as OpenOffice writes it', async () => {
    assert.equal(await read('{\\rtf1 {\\i0\\*\\cs7\\cf0 The quick brown fox}}'), 'The quick brown fox');
  });

  it('has nothing of the tags of a page that Outlook keeps in it', async () => {
    assert.equal(await read('{\\rtf1\\fromhtml1{\\*\\htmltag0 <p>}Hello{\\*\\htmltag8 </p>}}'), 'Hello');
  });

  it('is found below three million groups', async () => {
    assert.equal(await read(`{\\rtf1 ${'{'.repeat(3_000_000)}deep`), 'deep');
  });
});
