import assert from 'node:assert/strict';
import type { SearchResult } from '../../../../src/core/browse/search.ts';
import type { UserActor } from '../../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE } from '../../../support/accounts.ts';
import { renderAll } from '../../../support/renditions/renditions.ts';
import { newUser, write } from '../../../support/tree.ts';

describe('a search for the beginning of a word', () => {
  let core: CoreFixture;
  let ann: UserActor;

  before(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    await write(
      core.dms,
      ann,
      'lease.txt',
      'The Kündigungsfrist is three months. Goethestraße 12, RE-2025-0017.',
    );
    await write(core.dms, ann, 'offer.txt', 'An offer of the EU, of 2025.');
    for (const number of [1, 2, 16]) await write(core.dms, ann, `IMG_00${String(number)}.jpg`);
    await write(core.dms, ann, 'Urlaub IMG_00.txt', 'Europe');
    const titled = await write(core.dms, ann, 'scan.pdf');
    await core.dms.documents.update(ann, titled, { title: 'Goetheplatz 3', comments: 'Versicherungsschein' });
    await renderAll(core.dms);
  });
  after(() => core.close());

  async function search(q: string): Promise<readonly SearchResult[]> {
    return (await core.dms.search.search(ann, 0, { q, filter: {} }, PAGE)).items;
  }

  const found = async (q: string): Promise<string[]> =>
    (await search(q)).map(({ record }) => record.name).sort();

  it('finds compounds by their first part, in contents, titles and comments', async () => {
    for (const [q, names] of [
      ['Kündigung', ['lease.txt']],
      ['kuendig', ['lease.txt']],
      ['Goethe', ['lease.txt', 'scan.pdf']],
      ['versicher', ['scan.pdf']],
      ['goethe versicher', ['scan.pdf']],
      ['frist', []],
    ] as const)
      assert.deepEqual(await found(q), names, q);
  });

  it('finds the beginning of a number in a name, where what stands before it narrows, by one digit', async () => {
    const images = ['IMG_001.jpg', 'IMG_0016.jpg', 'IMG_002.jpg', 'Urlaub IMG_00.txt'];
    for (const q of ['IMG_00', 'img_0', 'IMG_']) assert.deepEqual(await found(q), images, q);
    // What begins and ends with so few letters begins a word.
    assert.deepEqual(await found('mg_00'), []);
    assert.deepEqual(await found('IMG_001'), ['IMG_001.jpg', 'IMG_0016.jpg']);
    assert.deepEqual(await found('aub_IMG_0'), ['Urlaub IMG_00.txt']);
    assert.deepEqual(await found('RE-2025-00'), ['lease.txt']);
  });

  it('takes a word of two letters for the whole word, unless a star follows', async () => {
    assert.deepEqual(await found('eu'), ['offer.txt']);
    assert.deepEqual(await found('eu*'), ['Urlaub IMG_00.txt', 'offer.txt']);
  });

  it('leaves phrases in quotes, and what a minus stands before, as they are', async () => {
    assert.deepEqual(await found('"goethe"'), []);
    assert.deepEqual(await found('"an offer of the E"'), []);
    assert.deepEqual(await found('goethe -goethe -versicher'), ['lease.txt', 'scan.pdf']);
    assert.deepEqual(await found('goethe -versicher*'), ['lease.txt']);
  });

  it('marks what was typed', async () => {
    const snippets = async (q: string) => (await search(q)).map(({ snippet }) => snippet);
    assert.deepEqual(await snippets('kuendigung'), [
      'The <mark>Kündigung</mark>sfrist is three months. Goethestraße 12, RE-2025-0017.',
    ]);
    assert.deepEqual(await snippets('IMG_0016'), ['<mark>IMG_0016</mark>.jpg']);
    assert.deepEqual(await snippets('IMG_001'), ['<mark>IMG_001</mark>6.jpg', '<mark>IMG_001</mark>.jpg']);
  });
});
