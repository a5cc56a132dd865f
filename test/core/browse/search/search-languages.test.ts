import assert from 'node:assert/strict';
import type { SearchResult } from '../../../../src/core/browse/search.ts';
import type { UserActor } from '../../../../src/model/people/actor.ts';
import { type CoreFixture, openCoreFixture, PAGE } from '../../../support/accounts.ts';
import { renderAll } from '../../../support/renditions/renditions.ts';
import { newUser, write } from '../../../support/tree.ts';

describe('a search in the languages of the office', () => {
  let core: CoreFixture;
  let ann: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture();
    ann = await newUser(core, 'ann');
  });
  afterEach(() => core.close());

  async function search(q: string): Promise<readonly SearchResult[]> {
    return (await core.dms.search.search(ann, 0, { q, filter: {} }, PAGE)).items;
  }

  const found = async (q: string): Promise<string[]> =>
    (await search(q)).map(({ record }) => record.name).sort();

  it('finds Müller, Muller and Mueller by each other, in names, titles, comments and contents', async () => {
    const { dms } = core;
    const names = ['Müller', 'Muller', 'Mueller'].map((word) => `by name ${word}.txt`);
    for (const word of ['Müller', 'Muller', 'Mueller']) {
      const make = async (where: string, content: string): Promise<number> => {
        const name = `by ${where} ${String(names.length)}.txt`;
        names.push(name);
        return write(dms, ann, name, content);
      };
      await write(dms, ann, `by name ${word}.txt`, '0');
      await dms.documents.update(ann, await make('title', '1'), { title: `an ${word}` });
      await dms.documents.update(ann, await make('comments', '2'), { comments: `${word}, at once` });
      await make('content', `Mr ${word}!`);
    }
    await renderAll(dms);
    for (const q of ['müller', 'muller', 'MUELLER', 'Mu\u0308ller', '"müller"', 'muell*', 'müll*'])
      assert.deepEqual(await found(q), names.toSorted(), q);
  });

  it('finds words of several umlauts by the letters that replace them, and parts of names so', async () => {
    const name = 'Geschäftsführerverträge.txt';
    await write(core.dms, ann, name);
    await write(core.dms, ann, 'Jahresüberschuss.txt');
    for (const q of [
      'geschaeftsfuehrervertraege',
      'GESCHAFTSFUHRERVERTRAGE',
      'fuehrer',
      'vertraege',
      'führerver',
    ])
      assert.deepEqual(await found(q), [name], q);
    for (const q of ['ueberschuss', 'überschuß', 'UBERSCHUSS'])
      assert.deepEqual(await found(q), ['Jahresüberschuss.txt'], q);
  });

  it('finds any part of a text whose script has no spaces', async () => {
    const texts = {
      'japanese.txt': '賃貸契約書についてのお知らせ。ガイドを読む',
      'chinese.txt': '关于租赁合同的通知',
      'korean.txt': '임대차계약서를 보냅니다',
      'thai.txt': 'สัญญาเช่าบ้านฉบับใหม่',
    };
    for (const [name, text] of Object.entries(texts)) await write(core.dms, ann, name, text);
    await write(core.dms, ann, '賃貸契約書.txt', '0');
    await renderAll(core.dms);
    for (const [q, names] of [
      ['契約', ['japanese.txt', '賃貸契約書.txt']],
      ['貸契', ['japanese.txt', '賃貸契約書.txt']],
      ['約契', []],
      ['お知らせ', ['japanese.txt']],
      ['ガイド', ['japanese.txt']],
      ['ｶﾞｲﾄﾞ', ['japanese.txt']],
      ['合同', ['chinese.txt']],
      ['계약', ['korean.txt']],
      ['เช่า', ['thai.txt']],
      ['เช่าบ้าน', ['thai.txt']],
    ] as const)
      assert.deepEqual(await found(q), names, q);
    const [japanese] = await search('お知らせ');
    assert.equal(japanese?.snippet, '賃貸契約書についての<mark>お知らせ</mark>。ガイドを読む');
  });

  it('shows where in a long text the words are, with nothing cut within a letter', async () => {
    const rare = '\u{1F9D0}';
    for (const before of [0, 1, 58, 59, 60, 61, 62, 63, 200]) {
      const text = `${rare.repeat(before)} Verträge <i>&</i> ${rare.repeat(150)}`;
      await write(core.dms, ann, `${before}.txt`, text);
      await write(core.dms, ann, `${before} more.txt`, `x${text}`);
    }
    await renderAll(core.dms);
    const results = await search('vertrage');
    assert.equal(results.length, 18);
    for (const { snippet } of results) {
      assert.ok(snippet.isWellFormed(), snippet);
      assert.match(snippet, /^[^<>]*<mark>Verträge<\/mark> &lt;i&gt;&amp;&lt;\/i&gt;[^<>]*…$/u);
      assert.ok(snippet.length < 400);
    }
  });

  it('marks what is written decomposed, and in names what is a part', async () => {
    await write(core.dms, ann, 'Vertra\u0308ge.txt', 'Die U\u0308bersicht u\u0308ber alles');
    await renderAll(core.dms);
    const snippets = async (q: string) => (await search(q)).map(({ snippet }) => snippet);
    assert.deepEqual(await snippets('verträge'), ['<mark>Verträge</mark>.txt']);
    assert.deepEqual(await snippets('ertrag'), ['V<mark>erträg</mark>e.txt']);
    assert.deepEqual(await snippets('übersicht'), ['Die <mark>Übersicht</mark> über alles']);
  });
});
