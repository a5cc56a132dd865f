import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SearchFilter } from '../../../../src/core/browse/search.ts';
import type { UserActor } from '../../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE, present, refuses } from '../../../support/accounts.ts';
import { DirectIndex } from '../../../support/database/search-index.ts';
import { makeFolder, newUser, write } from '../../../support/tree.ts';

describe('search', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  before(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
    const { dms } = core;
    const reports = await makeFolder(dms, ann, 'Reports');
    await write(dms, ann, 'annual report 2025.pdf', 'x'.repeat(100), reports);
    await write(dms, ann, 'report on annual leave.txt', 'x'.repeat(10), reports);
    await write(dms, ann, 'Übersicht.ODT', 'x', reports);
    core.pass(1000);
    const commented = await write(dms, ann, 'scan.png', 'x'.repeat(50));
    await dms.documents.update(ann, commented, {
      title: 'Invoice <b>"Müller" & Sons</b>',
      comments: 'paid in reports of May',
    });
    const shown = await makeFolder(dms, ben, 'Shown');
    await write(dms, ben, 'reporting.txt', 'x', shown);
    await write(dms, ben, 'secret report.txt');
    await dms.shares.create(ben, { entryId: shown, users: ['ann'], permissions: 1 });
  });
  after(() => core.close());

  async function find(
    actor: UserActor,
    q: string,
    filter: SearchFilter = {},
    folderId = 0,
  ): Promise<string[]> {
    const { items, total } = await core.dms.search.search(actor, folderId, { q, filter }, PAGE);
    assert.equal(total, items.length);
    return items.map(({ path }) => path).toSorted();
  }

  const ANNUAL = '/Reports/annual report 2025.pdf';
  const LEAVE = '/Reports/report on annual leave.txt';
  const SCAN = '/scan.png';

  it('requires all words, in whatever order, case or accents', async () => {
    assert.deepEqual(await find(ann, 'report annual'), [ANNUAL, LEAVE]);
    assert.deepEqual(await find(ann, 'ANNUAL 2025'), [ANNUAL]);
    assert.deepEqual(await find(ann, 'ubersicht'), ['/Reports/Übersicht.ODT']);
    assert.deepEqual(await find(ann, 'annual nothing'), []);
    assert.deepEqual(await find(ann, 'annual\0report'), [ANNUAL, LEAVE]);
  });

  it('finds phrases as they stand', async () => {
    assert.deepEqual(await find(ann, '"annual report"'), [ANNUAL]);
    assert.deepEqual(await find(ann, '"report on annual'), [LEAVE]);
    for (const joined of ['annual-report', 'annual*report', 'annual"report"'])
      assert.deepEqual(await find(ann, joined), [ANNUAL], joined);
  });

  it('finds parts of names, of three letters or more', async () => {
    const names = ['/Reports', ANNUAL, LEAVE, '/Shown/reporting.txt'];
    for (const part of ['"repor"', 'EPOR', 'por']) assert.deepEqual(await find(ann, part), names, part);
    for (const part of ['po', 'nvoic', '"epor"', 'epor annua']) {
      const found = { 'epor annua': [ANNUAL, LEAVE], '"epor"': names }[part] ?? [];
      assert.deepEqual(await find(ann, part), found, part);
    }
  });

  it('finds parts of names that go over several words', async () => {
    for (const part of ['port_2025', '2025.pdf', 'nnual-report.2025', '"eport 202"', 'nnual-rep*'])
      assert.deepEqual(await find(ann, part), [ANNUAL], part);
    for (const part of ['eport-on-annual', '"report on ann"', 'on.annual', 'port-on'])
      assert.deepEqual(await find(ann, part), [LEAVE], part);
    // Only the first word may begin, and only the last one end, inside a word of the name.
    for (const part of ['port-o-annual', 'port-n-annual', 'report-nnual', 'report-onann', 'annual-eport'])
      assert.deepEqual(await find(ann, part), [], part);
  });

  it('finds no part that begins in one word of a name and ends in the next', async () => {
    const cid = await newUser(core, 'cid');
    await write(core.dms, cid, 'Elb lbe.txt');

    assert.deepEqual(await find(cid, 'elbe'), []);
    assert.deepEqual(await find(cid, 'elb'), ['/Elb lbe.txt']);
  });

  it('finds beginnings of words by a star', async () => {
    assert.deepEqual(
      await find(ann, 'repor*'),
      ['/Reports', ANNUAL, LEAVE, '/Shown/reporting.txt', SCAN].toSorted(),
    );
    assert.deepEqual(await find(ann, 'nvoic*'), []);
  });

  it('leaves out what a minus stands before, also alone', async () => {
    assert.deepEqual(await find(ann, 'report -leave'), ['/Reports', ANNUAL, '/Shown/reporting.txt', SCAN]);
    // What a minus stands before is a word, not a part of one.
    assert.deepEqual(await find(ann, 'repor -report'), ['/Reports', '/Shown/reporting.txt', SCAN]);
    assert.deepEqual(await find(ann, 'report annual -"annual report"'), [LEAVE]);
    assert.deepEqual(await find(ann, '-report -scan -repor*', { kind: 'file' }), ['/Reports/Übersicht.ODT']);
  });

  it('looks into names, titles and comments', async () => {
    assert.deepEqual(await find(ann, 'invoice'), [SCAN]);
    assert.deepEqual(await find(ann, 'invoice paid scan'), [SCAN]);
  });

  it('finds only what the actor can reach, by the path he has to it', async () => {
    assert.deepEqual(await find(ann, 'secret'), []);
    assert.deepEqual(await find(ann, 'shown'), ['/Shown']);
    assert.deepEqual(await find(ben, 'report'), ['/Shown/reporting.txt', '/secret report.txt']);
    assert.deepEqual(await find(ben, 'invoice'), []);
  });

  it('looks beneath one folder when it is told to', async () => {
    const reports = present(core.dms.tree.resolve(ann, ['Reports']));

    assert.deepEqual(await find(ann, 'repor*', {}, reports.entry.id), [ANNUAL, LEAVE]);
    for (const q of ['report', '']) await refuses(() => find(ben, q, {}, reports.entry.id), 'not_found');
  });

  it('narrows by kind, extension, type, owner, size and time', async () => {
    const now = core.now();
    assert.deepEqual(await find(ann, '', { kind: 'folder' }), ['/Reports', '/Shown']);
    assert.deepEqual(await find(ann, '', { extensions: ['odt', 'png'] }), ['/Reports/Übersicht.ODT', SCAN]);
    assert.deepEqual(await find(ann, '', { extensions: ['%'] }), []);
    assert.deepEqual(await find(ann, '', { mimeTypes: ['image/*'] }), [SCAN]);
    assert.deepEqual(await find(ann, '', { mimeTypes: ['application/pdf'] }), [ANNUAL]);
    assert.deepEqual(await find(ann, '', { owner: 'BEN' }), ['/Shown', '/Shown/reporting.txt']);
    assert.deepEqual(await find(ann, '', { owner: 'nobody' }), []);
    assert.deepEqual(await find(ann, '', { larger: 50 }), [ANNUAL]);
    assert.deepEqual(await find(ann, '', { smaller: 10, owner: 'ann' }), ['/Reports/Übersicht.ODT']);
    assert.deepEqual(await find(ann, '', { after: now, owner: 'ann', kind: 'file' }), [SCAN]);
    assert.deepEqual(await find(ann, 'annual', { before: now, extensions: ['txt'] }), [LEAVE]);
  });

  it('shows the text around the match, with nothing in it but the mark being HTML', async () => {
    const { items } = await core.dms.search.search(ann, 0, { q: 'müller', filter: {} }, PAGE);
    assert.equal(items[0]?.snippet, 'Invoice &lt;b&gt;&quot;<mark>Müller</mark>&quot; &amp; Sons&lt;/b&gt;');
  });

  it('shows the place that was found, not one that looks like it, from the beginning of a word', async () => {
    const dan = await newUser(core, 'dan');
    const id = await write(core.dms, dan, 'Jahresrechnung_2025.pdf');
    const snippetOf = async (q: string) => {
      const { items } = await core.dms.search.search(dan, 0, { q, filter: {} }, PAGE);
      return items.map(({ snippet }) => snippet);
    };

    assert.deepEqual(await snippetOf('"rechnung_20"'), []);
    assert.deepEqual(await snippetOf('rechnung_20'), ['Jahres<mark>rechnung_20</mark>25.pdf']);
    assert.deepEqual(await snippetOf('rechnung_202'), ['Jahres<mark>rechnung_202</mark>5.pdf']);

    const dots = 'many words before it, '.repeat(4);
    await core.dms.documents.update(dan, id, { comments: `Order 123450. ${dots}\n\nSum: 1.234,50 €` });
    assert.deepEqual(await snippetOf('1.234,50'), [
      `…it, many words before it, many words before it, Sum: <mark>1.234,50</mark> €`,
    ]);
    await core.dms.documents.update(dan, id, {
      comments: `${'x'.repeat(80)}${'y'.repeat(10)}\n\n${'z '.repeat(29)}end`,
    });
    assert.deepEqual(await snippetOf('end'), [`…${'z '.repeat(29)}<mark>end</mark>`]);
  });

  it('shows no text without words to match', async () => {
    const { items } = await core.dms.search.search(ann, 0, { q: '-nothing', filter: {} }, PAGE);
    assert.ok(items.length > 0);
    assert.ok(items.every(({ snippet }) => snippet === ''));
  });

  it('lets other work run between searches, however many come at once', async () => {
    let turns = 0;
    const take = () => {
      turns += 1;
      waiting = setImmediate(take);
    };
    let waiting = setImmediate(take);
    await Promise.all(Array.from({ length: 9 }, () => find(ann, 'report')));
    clearImmediate(waiting);
    assert.ok(turns > 0);
  });

  it('puts names before titles before comments', async () => {
    const { items } = await core.dms.search.search(ann, 0, { q: 'reports', filter: {} }, PAGE);
    assert.deepEqual(
      items.map(({ path }) => path),
      ['/Reports', SCAN],
    );
    const [first, second] = items.map(({ score }) => score);
    assert.ok(present(first) > present(second));
  });

  it('gives pages, with the number of all', async () => {
    const request = { page: 2, perPage: 2 };
    const { items, total } = await core.dms.search.search(ann, 0, { q: 'repor*', filter: {} }, request);
    assert.deepEqual([items.length, total], [2, 5]);
  });

  it('finds nothing when nothing is asked, or nothing that is a word', async () => {
    for (const q of ['', '   ', '"', '""', '*', '-', '- *', '!?.']) {
      assert.deepEqual(await find(ann, q), [], q);
      assert.deepEqual(await find(ann, q, { kind: undefined }), [], q);
    }
    assert.deepEqual(await find(ann, '!?', { kind: 'file' }), []);
    assert.deepEqual(await find(ann, ' ', { kind: 'folder' }), ['/Reports', '/Shown']);
  });

  it('takes whatever is typed for words, never for syntax or an error', async () => {
    for (const q of [
      'NEAR(a b)',
      'name:report',
      'a AND OR NOT',
      '(',
      'a"b',
      "it's",
      '^x',
      '{a}:b',
      'a\0b',
      '\ud800',
    ]) {
      await find(ann, q);
    }
    assert.deepEqual(await find(ann, 'report NOT leave'), []);
    assert.deepEqual(await find(ann, 'name:report'), []);
    const character = fc.constantFrom(...Array.from('ab1 "*-+():^{}\'\\,.%_\0é\u{1F600}\ud800'));
    await fc.assert(
      fc.asyncProperty(fc.array(character, { maxLength: 12 }), async (characters) => {
        await find(ann, characters.join(''));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('follows renames, and forgets what is deleted', async () => {
    const id = await write(core.dms, ann, 'zebra.txt');
    await core.dms.entries.rename(ann, id, 'okapi.txt');
    assert.deepEqual([await find(ann, 'zebra'), await find(ann, 'okapi')], [[], ['/okapi.txt']]);
    await core.dms.entries.rename(ann, id, 'okapi.tmp');
    assert.deepEqual(await find(ann, 'okapi'), []);
    await core.dms.entries.rename(ann, id, 'okapi.md');
    assert.deepEqual(await find(ann, 'okapi'), ['/okapi.md']);
    await core.dms.entries.remove(ann, id);
    assert.deepEqual(await find(ann, 'okapi'), []);
    await core.dms.trash.purge(ann, id);
    assert.deepEqual(await find(ann, 'okapi'), []);
    new DirectIndex(core.database).assertInStep();
  });
});
