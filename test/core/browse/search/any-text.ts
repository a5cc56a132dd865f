import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openCoreFixture, PAGE } from '../../../support/accounts.ts';
import { renderAll } from '../../../support/renditions/renditions.ts';
import { newUser, write } from '../../../support/tree.ts';

/** Syntax of FTS5 and of dms, and rare characters. */
const PIECES = [
  ...[
    '"',
    '*',
    '-',
    '+',
    '(',
    ')',
    ':',
    '^',
    '{',
    '}',
    ',',
    '.',
    "'",
    '\\',
    '%',
    '_',
    '|',
    '§',
    ' ',
    ' ',
    '\0',
    '\n',
  ],
  ...['AND', 'OR', 'NOT', 'NEAR(', 'NEAR/2', 'name:', 'facets', 'rowid', 'parts', '-- ', '/*', ';'],
  ...[
    '\ud800',
    '\udc00',
    '\u202e',
    '\u200f',
    'שלום',
    'سلام',
    '\u{1F600}',
    '\u{1F468}\u200d\u{1F469}',
    '\u0301',
    '\u0e33',
  ],
  ...[
    '契約',
    'ー',
    '한국',
    'ไทย',
    'हिन्दी',
    'ﷺ',
    'ﬃ',
    'İ',
    'ß',
    'ü',
    'ae',
    'x',
    'plan',
    '7',
    '\ufeff',
    '\uffff',
    '\ue000',
  ],
];

/**
 * Searches for random texts.
 * @param count number of searches, at least 100
 * @throws {Error} if a search fails, or a snippet contains markup
 */
export async function searchAnyText(seed: number, count: number): Promise<void> {
  const core = await openCoreFixture();
  try {
    const ann = await newUser(core, 'ann');
    for (const piece of ['plan', '契約', 'ü', 'שלום', '\ue000'])
      await write(core.dms, ann, `${piece}.txt`, `${piece} x 7 ae`);
    await renderAll(core.dms);
    const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }).map((list) => list.join(''));
    const long = fc
      .tuple(fc.constantFrom(...PIECES), fc.integer({ min: 100, max: 4000 }))
      .map(([piece, count]) => piece.repeat(count));
    const text = fc.oneof(
      { arbitrary: pieces, weight: 12 },
      { arbitrary: fc.string({ unit: 'binary', maxLength: 50 }), weight: 6 },
      { arbitrary: fc.string({ unit: 'grapheme', maxLength: 50 }), weight: 6 },
      { arbitrary: long, weight: 1 },
    );
    let found = 0;
    await fc.assert(
      fc.asyncProperty(text, async (q) => {
        const { items } = await core.dms.search.search(ann, 0, { q, filter: {} }, PAGE);
        found += items.length;
        for (const { snippet } of items) assert.doesNotMatch(snippet.replaceAll(/<\/?mark>/g, ''), /[<>]/);
      }),
      { numRuns: count, seed },
    );
    // About a tenth of the searches find an entry.
    assert.ok(found > count / 50, `only ${found} found`);
  } finally {
    await core.close();
  }
}
