import { wordsOf } from '../../model/text/words.ts';
import type { SearchTerm, SearchWords } from '../../storage/derived/derived.ts';

/** A phrase in quotes (the last may lack its closing quote) or a word, each with an optional minus. */
const TERM = /(-?)(?:"([^"]*)(?:"|$)|(\S+))/gu;

/** Most words of one search; further ones do not count. Each costs a walk through its list in the index. */
const MAX_WORDS = 32;
/**
 * A term of fewer letters means whole words: most entries have a word that begins so. Whoever writes a star has seen that
 * the word alone finds too little.
 */
const MIN_BEGINNING = { plain: 3, starred: 2 } as const;

/** A term, and whether a minus stands before it. */
interface Typed extends SearchTerm {
  readonly isExcluded: boolean;
}

/**
 * Reads a search text. It may hold:
 * - words, which are all required, as the beginnings of words: German compounds begin with what people look for,
 * - `"a phrase"`, and each of its words, as they are,
 * - `wo*`: words that begin so, also with two letters,
 * - `-word` or `-"a phrase"`: must not occur as they are; `-word*`: no word may begin so.
 *
 * Equal terms count once. Whatever is typed means something: nobody is told that a search is wrong.
 * @returns `anything` for an empty text: every entry matches; `nothing` for a text without a letter or
 * digit: no entry matches
 */
export function parseSearchQuery(text: string): SearchWords | 'anything' | 'nothing' {
  if (text.trim() === '') return 'anything';
  // A NUL, which is no space to JavaScript, stands between words as well.
  const terms = bounded(distinct([...text.replaceAll('\0', ' ').matchAll(TERM)].flatMap(termFrom)));
  if (terms.length === 0) return 'nothing';
  const [required, excluded] = [false, true].map((isExcluded) =>
    terms.filter((term) => term.isExcluded === isExcluded),
  );
  return { required: required ?? [], excluded: excluded ?? [] };
}

function termFrom([, minus, phrase, word = '']: RegExpExecArray): Typed[] {
  const words = wordsOf(phrase ?? word);
  if (words.length === 0) return [];
  const isExcluded = minus === '-';
  return [{ words, isPrefix: phrase === undefined && isBeginning(word, words, isExcluded), isExcluded }];
}

/** What must not occur is a beginning only where a star says so: it would take away what nobody thought of. */
function isBeginning(typed: string, words: readonly string[], isExcluded: boolean): boolean {
  const hasStar = /[\p{L}\p{M}\p{N}]\*+$/u.test(typed);
  const least = hasStar ? MIN_BEGINNING.starred : MIN_BEGINNING.plain;
  return (hasStar || !isExcluded) && Array.from(words.join('')).length >= least;
}

function distinct(terms: readonly Typed[]): Typed[] {
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}

/** The first 32 words. A phrase is cut off there. */
function bounded(terms: readonly Typed[]): Typed[] {
  let left = MAX_WORDS;
  return terms.flatMap((term) => {
    const words = term.words.slice(0, left);
    left -= words.length;
    if (words.length === 0) return [];
    return [{ ...term, words, isPrefix: term.isPrefix && words.length === term.words.length }];
  });
}
