/**
 * Scripts without spaces between words. Each of their letters counts as a word, so that any part of a text can be
 * found.
 */
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const LETTERS = '\\p{L}\\p{M}\\p{N}\\p{Co}';

/** One word of a folded text. */
const WORD = new RegExp(`[[${UNSPACED}]&&[${LETTERS}]]|[[${LETTERS}]--[${UNSPACED}]]+`, 'gv');

/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts are vowels, and stay. */
const ACCENTS = /[\u0300-\u036f]+/g;

/** Replacements for letters that are not accented forms of other letters. */
const REPLACED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const REPLACEABLE = new RegExp(`[${Object.keys(REPLACED).join('')}]`, 'g');

/** Maximum letters of a word that count. Longer words are data in the form of text. */
const MAX_LETTERS = 64;
/** Maximum number of spellings of one word. */
const MAX_SPELLINGS = 32;

/** Combining marks after eight in a row. Unicode normalization needs quadratic time for long rows of marks. */
const SURPLUS_MARKS = /(?<=\p{M}{8})\p{M}+/gu;

/** A text with its accents composed (NFC). */
export function composed(text: string): string {
  return text.replace(SURPLUS_MARKS, '').normalize('NFC');
}

/** A text without differences that the search ignores: case, accents, forms of one letter. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: fast path, as most folded text is plain ASCII.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  const bare = text
    .replace(SURPLUS_MARKS, '')
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase();
  return bare.replace(ACCENTS, '').replace(REPLACEABLE, (letter) => REPLACED[letter] ?? letter);
}

/** The words of a text, folded. */
export function wordsOf(text: string): string[] {
  return (fold(text).match(WORD) ?? []).map((word) =>
    word.length > MAX_LETTERS ? Array.from(word).slice(0, MAX_LETTERS).join('') : word,
  );
}

/**
 * Approximate size of the pieces in which a long text is folded, in letters. Folding in pieces needs a fraction of the
 * memory.
 */
const PIECE_LETTERS = 32 * 1024;

/** The words of a text, folded and separated by spaces. */
export function foldedWords(text: string): string {
  let folded = '';
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    folded += `${wordsOf(text.slice(start, end)).join(' ')} `;
    start = end;
  }
  return folded.trimEnd();
}

/** End of the next piece: at the last white space, if there is any. */
function pieceEnd(text: string, start: number): number {
  const most = start + PIECE_LETTERS;
  if (most >= text.length) return text.length;
  const space = text.slice(start, most).search(/\s\S*$/);
  return space > 0 ? start + space : most;
}

/**
 * Equivalent spellings of a folded word: `muller` (folded from `Müller`) and `mueller`. The word itself comes first,
 * then the word without any `e` of an umlaut. For a word with many vowels, only spellings that differ in one or two
 * vowels.
 */
export function spellingsOf(word: string): string[] {
  const pieces = word.split(/([aou]e?)/);
  const vowels = pieces.flatMap((piece, index) => (index % 2 === 1 && piece !== '' ? [index] : []));
  const found = new Set([word]);
  const add = (changed: readonly number[]): void => {
    if (found.size < MAX_SPELLINGS)
      found.add(
        pieces.map((piece, index) => (changed.includes(index) ? otherSpelling(piece) : piece)).join(''),
      );
  };
  add(vowels.filter((vowel) => pieces[vowel]?.endsWith('e')));
  for (const vowel of vowels) add([vowel]);
  for (const [index, one] of vowels.entries()) for (const two of vowels.slice(index + 1)) add([one, two]);
  return [...found];
}

function otherSpelling(vowel: string): string {
  return vowel.endsWith('e') ? vowel.slice(0, -1) : `${vowel}e`;
}
