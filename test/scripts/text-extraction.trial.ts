// Would catch a reading test that miscounts what became of real files, or misses a search that finds nothing.
import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { trial } from '../support/trial.ts';
import { runScript } from './script.ts';

const FILES = ['office/letter.docx', 'office/letter.odt', 'office/sums.xlsx', 'pictures/truecolor.png'];

trial('the reading test', { small: 20, full: 20 }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dms-read-'));
    for (const file of FILES) await copyFile(join('test/fixtures', file), join(folder, basename(file)));
  });
  after(() => rm(folder, { recursive: true }));

  it('counts what became of files, and names the searches that find nothing', async () => {
    const expected = ['--expect', 'kaltmiete=>letter.odt', '--expect', 'kaltmiete=>sums.xlsx'];
    const { code, stdout, stderr } = await runScript('text-extraction/main', ['--json', ...expected, folder]);
    assert.equal(stderr, '');
    const { kinds, pending, missed } = JSON.parse(stdout);
    assert.equal(pending, 0);
    assert.equal(kinds.docx.text.ready, 1);
    assert.deepEqual([kinds.png.count, kinds.png.thumbnail.ready], [1, 1]);
    assert.equal(missed.length, 1);
    assert.match(missed[0], /sums\.xlsx/);
    assert.equal(code, 1);
  });
});
