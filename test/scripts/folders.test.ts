// Would catch a folder that grows until nobody finds a file in it.
import assert from 'node:assert/strict';
import { countFiles } from '../../scripts/check/modules.ts';

const MOST_FILES = 16;
/** Their files are alike (docs/build/modules.md; for the pictures, docs/build/testing.md). */
const LONG = new Set(['src/jobs/text', 'src/webdav/methods', 'web/style', 'test/fixtures/pictures']);

it('no folder of src, web, scripts and test is longer than a page', () => {
  const counts = countFiles(['src', 'web', 'scripts', 'test']);
  assert.ok(counts.length > 50);
  const long = counts.filter(([, files]) => files > MOST_FILES).map(([folder]) => folder);
  assert.deepEqual(new Set(long), LONG);
});
