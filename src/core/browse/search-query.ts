import { invalid } from '../../model/errors.ts';
import type { SearchWords } from '../../storage/tree/tree.ts';

/** A phrase in quotes (the last may lack its closing quote) or a word, each with an optional minus. */
const TERM = /(-?)(?:"([^"]*)(?:"|$)|(\S+))/gu;
const WORD = /[\p{L}\p{N}\p{Co}]+/gu;

/** Most words of one search. Each word costs a walk through its list in the index. */
const MAX_WORDS = 32;
/** Most beginnings of words. Each is the union of the lists of all words that begin so. */
const MAX_PREFIXES = 4;
const MIN_PREFIX_LETTERS = 2;

/** A word or a phrase, in the syntax of SQLite FTS5. */
interface Term {
  readonly text: string;
  readonly isExcluded: boolean;
  readonly words: number;
  /** Letters of the word before the star; undefined without a star. */
  readonly prefixLetters: number | undefined;
}

/**
 * Translates a search text to the syntax of SQLite FTS5. It may hold:
 * - words, which are all required,
 * - `"a phrase"`,
 * - `word*`: words that begin so,
 * - `-word` or `-"a phrase"`: must not occur.
 *
 * Equal terms count once.
 * @returns `anything` for an empty text: every entry matches; `nothing` for a text without a letter or
 * digit: no entry matches
 * @throws {DmsError} invalid (q): more words or beginnings than one search may have, or a short beginning
 */
export function parseSearchQuery(text: string): SearchWords | 'anything' | 'nothing' {
  if (text.trim() === '') return 'anything';
  // SQLite would end the text at a NUL.
  const all = [...text.replaceAll('\0', ' ').matchAll(TERM)].flatMap(termFrom);
  const terms = [...new Map(all.map((term) => [`${String(term.isExcluded)}${term.text}`, term])).values()];
  if (terms.length === 0) return 'nothing';
  assertBounds(terms);
  const joined = (isExcluded: boolean, operator: string): string | undefined => {
    const selected = terms.filter((term) => term.isExcluded === isExcluded);
    return selected.length === 0 ? undefined : selected.map((term) => term.text).join(operator);
  };
  return { required: joined(false, ' AND '), excluded: joined(true, ' OR ') };
}

function termFrom([, minus, phrase, word = '']: RegExpExecArray): Term[] {
  const text = (phrase ?? word.replace(/\*+$/, '')).toLowerCase();
  const words = text.match(WORD);
  if (words === null) return [];
  const isPrefix = phrase === undefined && word.endsWith('*');
  return [
    {
      text: `"${text.replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`,
      isExcluded: minus === '-',
      words: words.length,
      prefixLetters: isPrefix ? Array.from(words.at(-1) ?? '').length : undefined,
    },
  ];
}

function assertBounds(terms: readonly Term[]): void {
  const words = terms.reduce((sum, term) => sum + term.words, 0);
  if (words > MAX_WORDS)
    throw invalid('q', `has ${String(words)} words; at most ${String(MAX_WORDS)} are allowed`);
  const prefixes = terms.flatMap(({ prefixLetters }) => prefixLetters ?? []);
  if (prefixes.length > MAX_PREFIXES)
    throw invalid('q', `has more than ${String(MAX_PREFIXES)} beginnings of words (word*)`);
  if (prefixes.some((letters) => letters < MIN_PREFIX_LETTERS))
    throw invalid('q', `needs at least ${String(MIN_PREFIX_LETTERS)} letters or digits before *`);
}
