/** Scripts that put no spaces between words. Each of their letters is a word of its own, so any part of a text is found. */
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const LETTERS = '\\p{L}\\p{M}\\p{N}\\p{Co}';

/** One word of a folded text. */
const WORD = new RegExp(`[[${UNSPACED}]&&[${LETTERS}]]|[[${LETTERS}]--[${UNSPACED}]]+`, 'gv');

/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts are vowels, and stay. */
const ACCENTS = /[\u0300-\u036f]+/g;

/** Letters that are no accented form of another one, as they are written without them. */
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

/** Letters of a word that count. What is longer is no word, but data that was written as text. */
const MAX_LETTERS = 64;
/** Most spellings of one word. */
const MAX_SPELLINGS = 32;

/** What comes after eight marks in a row. Unicode normalization takes the square of the time for such rows. */
const SURPLUS_MARKS = /(?<=\p{M}{8})\p{M}+/gu;

/** A text with its accents composed (NFC). */
export function composed(text: string): string {
  return text.replace(SURPLUS_MARKS, '').normalize('NFC');
}

/** A text without what makes no difference to a search: case, accents, forms of one letter. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII is most of what is folded.
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

/** A long text is folded in pieces of about so many letters, which takes a fraction of the memory. */
const PIECE_LETTERS = 32 * 1024;

/** The words of a text, folded, with a space between two of them. */
export function foldedWords(text: string): string {
  let folded = '';
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    folded += `${wordsOf(text.slice(start, end)).join(' ')} `;
    start = end;
  }
  return folded.trimEnd();
}

/** Where white space is, if there is any near. */
function pieceEnd(text: string, start: number): number {
  const most = start + PIECE_LETTERS;
  if (most >= text.length) return text.length;
  const space = text.slice(start, most).search(/\s\S*$/);
  return space > 0 ? start + space : most;
}

/**
 * The ways to write a folded word that mean the same: `muller` (folded from `Müller`) and `mueller`. The word itself
 * is the first, then comes the one without any `e` of an umlaut. Of a word with many vowels, those that differ in
 * one or two of them.
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
