import { wordsOf } from '../../model/words.ts';
import type { SearchTerm, SearchWords } from '../../storage/derived/derived.ts';

/** A phrase in quotes (the last may lack its closing quote) or a word, each with an optional minus. */
const TERM = /(-?)(?:"([^"]*)(?:"|$)|(\S+))/gu;

/** Most words of one search; further ones do not count. Each costs a walk through its list in the index. */
const MAX_WORDS = 32;
/** A star after fewer letters does not count: most entries have a word that begins so. */
const MIN_PREFIX_LETTERS = 2;

/** A term, and whether a minus stands before it. */
interface Typed extends SearchTerm {
  readonly isExcluded: boolean;
}

/**
 * Reads a search text. It may hold:
 * - words, which are all required,
 * - `"a phrase"`,
 * - `word*`: words that begin so,
 * - `-word` or `-"a phrase"`: must not occur.
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
  const last = words.at(-1);
  if (last === undefined) return [];
  const hasStar = phrase === undefined && /[\p{L}\p{M}\p{N}]\*+$/u.test(word);
  const isPrefix = hasStar && Array.from(last).length >= MIN_PREFIX_LETTERS;
  return [{ words, isPrefix, isExcluded: minus === '-' }];
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
