import assert from 'node:assert/strict';
import BetterSqlite from 'better-sqlite3';
import fc from 'fast-check';
import { parseSearchQuery } from '../../../src/core/browse/search-query.ts';
import { wordsOf } from '../../../src/model/text/words.ts';
import {
  COLUMNS,
  columnsOf,
  matchExpression,
  type SearchTerm,
} from '../../../src/storage/derived/search/match-expression.ts';
import { TermPattern } from '../../../src/storage/derived/search/term-pattern.ts';
import { terms } from '../../support/database/search-index.ts';

/** Texts of a document. */
interface Texts {
  readonly name: string;
  readonly title?: string;
  readonly comments?: string;
  readonly body?: string;
}

/** Parts of words, syntax of FTS5 and of dms, and characters that are rare. */
const PIECES = [
  ...[
    'Müller',
    'Mueller',
    'mu\u0308ll',
    'Straße',
    'ss',
    'ae',
    'ﬁn',
    'İ',
    'Σ',
    'ς',
    '契約',
    '書',
    'ー',
    '한',
    'ไท',
    'ย',
  ],
  ...[
    ' ',
    ' ',
    '-',
    '_',
    '.',
    '"',
    '*',
    '(',
    ')',
    ':',
    '^',
    '{',
    '}',
    '+',
    ',',
    '\0',
    '\n',
    '§',
    '|',
    '\\',
    "'",
  ],
  ...[
    'AND',
    'OR',
    'NOT',
    'NEAR',
    'name',
    'facets',
    'any',
    '\u{1F600}',
    '\ud800',
    '\udc00',
    '\u202e',
    '\u0301',
    'x',
    '7',
  ],
];
const anyText = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join(''));

describe('the expression of a search', () => {
  let sqlite: BetterSqlite.Database;

  before(() => {
    sqlite = new BetterSqlite(':memory:');
    sqlite.exec(
      `CREATE VIRTUAL TABLE search_index USING fts5 (${COLUMNS.join(', ')}, content='', contentless_delete=1,
         tokenize='ascii', prefix='2 3')`,
    );
  });
  after(() => sqlite.close());
  afterEach(() => sqlite.exec('DELETE FROM search_index'));

  function index({ name, title = '', comments = '', body = '' }: Texts, mimeType?: string): void {
    sqlite
      .prepare(`INSERT INTO search_index (${COLUMNS.join(', ')}) VALUES (?, ?, ?, ?, ?, ?)`)
      .run(...columnsOf({ name, title, comments, body, mimeType }));
  }

  const matches = (expression: string): number =>
    sqlite
      .prepare<[string], number>('SELECT count(*) FROM search_index WHERE search_index MATCH ?')
      .pluck()
      .get(expression) ?? 0;

  function found(
    words: { required?: readonly SearchTerm[]; excluded?: readonly SearchTerm[] },
    filter = {},
  ): number {
    const expression = matchExpression({ required: [], excluded: [], ...words }, filter);
    return expression ? matches(expression.all) : 0;
  }

  it('is understood, whatever is typed', () => {
    index({ name: 'a' });
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: 'binary' })), anyText, (text, extension) => {
        const words = parseSearchQuery(text);
        if (typeof words === 'string') return;
        const expression = matchExpression(words, { extensions: [extension], mimeTypes: [extension] });
        for (const each of Object.values(expression ?? {})) if (each !== undefined) matches(String(each));
      }),
      { numRuns: 1000, seed: 1 },
    );
  });

  it('finds a document by any word of it, and what it finds is marked', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, fc.boolean(), (name, body, q, isPrefix) => {
        sqlite.exec('DELETE FROM search_index');
        index({ name, body });
        for (const word of [...wordsOf(name), ...wordsOf(body)])
          assert.equal(found({ required: terms(word) }), 1, JSON.stringify([name, body, word]));
        const words = wordsOf(q);
        if (words.length === 0) return;
        const term = { words, isPrefix };
        // A word right beside a letter of a script without spaces is found, and not marked.
        if (/[契書ー한ไย]/u.test(name + body)) return;
        const pattern = new TermPattern(term);
        const isMarked =
          pattern.first(body.normalize('NFC'), 'words') !== undefined ||
          pattern.first(name.normalize('NFC'), 'parts') !== undefined;
        if (found({ required: [term] }) === 1) assert.ok(isMarked, JSON.stringify({ name, body, term }));
      }),
      { numRuns: 1000, seed: 1 },
    );
  });

  it('reaches the facets and the parts of names by no word', () => {
    index({ name: 'Jahresrechnung.pdf' }, 'application/pdf');
    for (const word of ['any', '§any', 'jah', 'nun', 'x706466', '706466', '|'])
      for (const isPrefix of [false, true]) {
        const words = wordsOf(word);
        const wanted = ['jah', 'nun'].includes(word) ? 1 : 0;
        if (words.length > 0) assert.equal(found({ required: [{ words, isPrefix }] }), wanted, word);
      }
    // As a phrase, or to be left out, these are whole words.
    for (const excluded of [terms('jah'), terms('nun', 'any'), [{ words: ['jah', 'ahr'], isPrefix: false }]])
      assert.equal(found({ required: terms('jahresrechnung'), excluded }), 1);
    assert.equal(found({ required: [{ words: ['jah', 'ahr'], isPrefix: false }] }), 0);
  });

  it('finds parts within one word only', () => {
    index({ name: 'abcd efgh' });
    assert.equal(found({ required: terms('bcd') }), 1);
    assert.equal(found({ required: terms('cdef') }), 0);
    assert.equal(found({ required: terms('bcdfgh') }), 0);
  });

  it('gives its tiers: name, name and title, the rest', () => {
    index({ name: 'one', title: 'two', comments: 'three' });
    const hits = (...words: string[]) => {
      const {
        all,
        inName = '',
        inNameOrTitle = '',
      } = matchExpression({ required: terms(...words), excluded: [] }, {}) ?? {};
      return [inName, inNameOrTitle, all ?? ''].map(matches);
    };
    assert.deepEqual(hits('one'), [1, 1, 1]);
    assert.deepEqual(hits('one', 'two'), [0, 1, 1]);
    assert.deepEqual(hits('one', 'three'), [0, 0, 1]);
    assert.deepEqual(hits('one', 'four'), [0, 0, 0]);
  });

  it('stays small, however many spellings there are', () => {
    const words = Array.from({ length: 32 }, () => 'aouaoe'.repeat(10));
    for (const required of [terms(...words), [{ words, isPrefix: true }]]) {
      const { all = '' } = matchExpression({ required, excluded: required }, {}) ?? {};
      assert.ok(all.length < 500_000, String(all.length));
      matches(all);
    }
  });

  it('lets nothing pass if the filter wants none of all extensions or types', () => {
    index({ name: 'a.pdf' }, 'application/pdf');
    assert.equal(found({}), 1);
    assert.equal(found({}, { extensions: [] }), 0);
    assert.equal(found({}, { mimeTypes: [] }), 0);
    assert.equal(found({}, { extensions: ['pdf'], mimeTypes: ['application/*'] }), 1);
  });
});
