import { wordsOf } from '../../model/text/words.ts';
import type { SearchTerm, SearchWords } from '../../storage/derived/derived.ts';

/** A phrase in quotes (the last closing quote may be missing) or a word, each with an optional minus. */
const TERM = /(-?)(?:"([^"]*)(?:"|$)|(\S+))/gu;

/** Maximum words per search; further words are ignored. Each word costs a pass through its list in the index. */
const MAX_WORDS = 32;
/**
 * Minimum length of a prefix, in letters. A shorter term matches whole words only: as a prefix it would match most
 * entries. With a star the minimum is lower, because the user asks for a prefix explicitly.
 */
const MIN_BEGINNING = { plain: 3, starred: 2 } as const;

/** A term, and whether a minus precedes it. */
interface QueryTerm extends SearchTerm {
  readonly isExcluded: boolean;
}

/**
 * Parses a search text. It may contain:
 * - words: all are required, and match as prefixes, because German compounds start with what people look for,
 * - `"a phrase"`: these words in this order, each as a whole word,
 * - `wo*`: words with this prefix, even if it has only two letters,
 * - `-word` or `-"a phrase"`: must not occur as whole words; `-word*`: no word may have this prefix.
 *
 * Equal terms count once. Every text is valid: there are no syntax errors.
 * @returns `anything` for an empty text: every entry matches; `nothing` for a text without a letter or digit: no entry
 * matches
 */
export function parseSearchQuery(text: string): SearchWords | 'anything' | 'nothing' {
  if (text.trim() === '') return 'anything';
  // A NUL separates words too, although JavaScript does not treat it as a space.
  const terms = bounded(distinct([...text.replaceAll('\0', ' ').matchAll(TERM)].flatMap(termFrom)));
  if (terms.length === 0) return 'nothing';
  const [required, excluded] = [false, true].map((isExcluded) =>
    terms.filter((term) => term.isExcluded === isExcluded),
  );
  return { required: required ?? [], excluded: excluded ?? [] };
}

function termFrom([, minus, phrase, word = '']: RegExpExecArray): QueryTerm[] {
  const words = wordsOf(phrase ?? word);
  if (words.length === 0) return [];
  const isExcluded = minus === '-';
  return [{ words, isPrefix: phrase === undefined && isBeginning(word, words, isExcluded), isExcluded }];
}

/** An excluded term is a prefix only with a star: it would exclude entries that the user did not think of. */
function isBeginning(typed: string, words: readonly string[], isExcluded: boolean): boolean {
  const hasStar = /[\p{L}\p{M}\p{N}]\*+$/u.test(typed);
  const least = hasStar ? MIN_BEGINNING.starred : MIN_BEGINNING.plain;
  return (hasStar || !isExcluded) && Array.from(words.join('')).length >= least;
}

function distinct(terms: readonly QueryTerm[]): QueryTerm[] {
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}

/** Keeps the first {@link MAX_WORDS} words. A phrase may be cut. */
function bounded(terms: readonly QueryTerm[]): QueryTerm[] {
  let left = MAX_WORDS;
  return terms.flatMap((term) => {
    const words = term.words.slice(0, left);
    left -= words.length;
    if (words.length === 0) return [];
    return [{ ...term, words, isPrefix: term.isPrefix && words.length === term.words.length }];
  });
}
