import assert from 'node:assert/strict';
import { run } from '../support/process.ts';

const FIXTURES = ['test/fixtures/office', 'test/fixtures/pictures'];

describe('the reading test', () => {
  it('counts what became of files, and says which searches find nothing', async () => {
    const expected = ['--expect', 'kaltmiete=>letter.odt', '--expect', 'kaltmiete=>sums.xlsx'];
    const { code, stdout, stderr } = await run(process.execPath, [
      'scripts/reading-test.ts',
      '--json',
      ...expected,
      ...FIXTURES,
    ]);
    assert.equal(stderr, '');
    const { kinds, pending, missed } = JSON.parse(stdout);
    assert.equal(pending, 0);
    assert.equal(kinds.docx.text.ready, 1);
    assert.equal(kinds.png.thumbnail.ready, kinds.png.count);
    assert.equal(missed.length, 1);
    assert.match(missed[0], /sums\.xlsx/);
    assert.equal(code, 1);
  });

  it('of kills finds nothing after three', async () => {
    const args = ['--uploads', '60', '--kills', '3', '--child-kills', '4'];
    const { code, stdout, stderr } = await run(process.execPath, ['scripts/reading-kill-test.ts', ...args]);
    assert.match(stdout, /\n60 documents, 0 incomplete, 0 different\n$/, stderr);
    assert.equal(code, 0);
  });
});
