// Would catch a download of a large archive whose announced length is wrong, so that clients take it for cut off.
import assert from 'node:assert/strict';
import { ZipWriter, zipLength } from '../../../src/http/zip/zip-writer.ts';
import { emptyContents } from './written-archive.ts';

describe('the announced length of an archive', () => {
  // The second number of entries needs the records of ZIP64 at the end.
  for (const count of [65_534, 65_535])
    it(`is right with ${String(count)} entries`, async () => {
      const entries = emptyContents(count);
      let length = 0;
      const zip = new ZipWriter((bytes) => {
        length += bytes.length;
        return Promise.resolve();
      });
      for (const entry of entries) await zip.add(entry, () => Promise.resolve());
      await zip.end();
      assert.equal(zipLength(entries), length);
    });
});
