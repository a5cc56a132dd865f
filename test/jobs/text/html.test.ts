import assert from 'node:assert/strict';
import { textOf } from '../../../src/jobs/text/text.ts';

const read = (html: string | Buffer) => textOf(Buffer.from(html), 'html');
const latin1 = (html: string) => read(Buffer.from(html, 'latin1'));

describe('the text of a page', () => {
  it('has its title and paragraphs, and neither scripts nor styles', async () => {
    const page = `<!DOCTYPE html><title>Der Titel</title><style>p { color: red }</style>
      <script>if (1 < 2) document.write('<p>no')</script>
      <h1>Über &amp; unter</h1><p>Ein  <b>fett</b>es
      Wort&nbsp;&#228;&hellip;</p><!-- nothing --><template>no</template><p>Ende`;
    const lines = (await read(page)).split(/\s*\n\s*/);
    assert.deepEqual(lines, ['Der Titel', 'Über & unter', 'Ein fettes Wort ä…', 'Ende']);
  });

  it('has a tab between cells, a line for a row, and lines of source texts', async () => {
    const table = '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>';
    assert.equal(await read(table), 'a\tb\n\n\tc');
    assert.equal(await read('<pre>a\nb</pre>x\ny'), 'a\nb\nx y');
  });

  it('is in the encoding that the page says', async () => {
    assert.equal(await latin1('<html><meta charset="iso-8859-2"><p>\xb3\xf3d\xbc'), 'łódź');
    const type = 'http-equiv="Content-Type" content="text/html; charset=windows-1251"';
    assert.equal(await latin1(`<html><meta ${type}><p>\xc4\xe0`), 'Да');
    assert.equal(await read('<html><meta charset="latin1"><p>Größe'), 'Größe');
  });

  it('is in an encoding that is found where the page says an unknown one', async () => {
    assert.equal(
      await latin1('<html><meta charset="klingon"><p>Die Größe der Straße'),
      'Die Größe der Straße',
    );
  });

  it('is found below a million elements', async () => {
    assert.equal(await read(`<html>${'<div>'.repeat(1_000_000)}deep`), 'deep');
  });
});
