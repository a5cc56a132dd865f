import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fold, spellingsOf, wordsOf } from '../../src/model/text/words.ts';

describe('words', () => {
  it('are the same in any case, with and without accents, composed and decomposed', () => {
    for (const [text, folded] of [
      ['MÜLLER', 'muller'],
      ['Mu\u0308ller', 'muller'],
      ['Straße STRASSE ẞ', 'strasse strasse ss'],
      ['İstanbul ısı', 'istanbul isi'],
      ['Æsop Œuvre Ødegård', 'aesop oeuvre odegard'],
      ['Łódź đ ħ þ', 'lodz d h th'],
      ['ΣΊΣΥΦΟΣ Σίσυφος', 'σισυφοσ σισυφοσ'],
      ['ёлка Ёлка', 'елка елка'],
      ['ﬁn ＡＢＣ ①', 'fin abc 1'],
      ['ｶﾞｲﾄﾞ', 'ガイド'],
    ])
      assert.equal(fold(text ?? ''), folded);
  });

  it('keep the vowels of scripts that write them as marks', () => {
    assert.deepEqual(wordsOf('हिन्दी और'), ['हिन्दी', 'और']);
    assert.notDeepEqual(wordsOf('कि'), wordsOf('की'));
  });

  it('end at whatever is neither a letter nor a digit', () => {
    assert.deepEqual(wordsOf('annual_report-2025 (v2).PDF'), ['annual', 'report', '2025', 'v2', 'pdf']);
    assert.deepEqual(wordsOf('a\0b\u{1F600}c\ud800d\u200be\u00a0f'), ['a', 'b', 'c', 'd', 'e', 'f']);
    assert.deepEqual(wordsOf(' -*"\n'), []);
  });

  it('are single letters where a script has no spaces between words', () => {
    assert.deepEqual(wordsOf('賃貸2025契約'), ['賃', '貸', '2025', '契', '約']);
    assert.deepEqual(wordsOf('ページ한국'), ['ペ', 'ー', 'ジ', '한', '국']);
    assert.deepEqual(wordsOf('ไทยA'), ['ไ', 'ท', 'ย', 'a']);
  });

  it('count up to 64 letters', () => {
    assert.deepEqual(wordsOf('x'.repeat(100)), ['x'.repeat(64)]);
    assert.deepEqual(wordsOf('\u{10400}'.repeat(40)), ['\u{10428}'.repeat(40)]);
  });

  it('are folded once for all, and hold nothing that parts words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        assert.equal(fold(fold(text)), fold(text));
        for (const word of wordsOf(text)) {
          assert.match(word, /^[\p{L}\p{M}\p{N}\p{Co}]+$/u);
          assert.deepEqual(wordsOf(word), [word]);
        }
      }),
      { numRuns: 2000, seed: 1 },
    );
  });
});

describe('the spellings of a word', () => {
  it('begin with the word, have each other, and are few', () => {
    assert.deepEqual(spellingsOf('muller'), ['muller', 'mueller']);
    assert.deepEqual(spellingsOf('mueller'), ['mueller', 'muller']);
    assert.deepEqual(spellingsOf('2025'), ['2025']);
    assert.ok(spellingsOf('aoua'.repeat(16)).length <= 32);
    assert.equal(new Set(spellingsOf('aeaeae')).size, spellingsOf('aeaeae').length);
  });

  it('have the one without any umlaut that is written with an e, however many there are', () => {
    assert.ok(spellingsOf('geschaeftsfuehrervertraege').includes('geschaftsfuhrervertrage'));
  });
});
