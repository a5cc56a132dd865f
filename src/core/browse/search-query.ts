import type { SearchWords } from '../../storage/tree/tree.ts';

/** A phrase in quotes (the last may lack its closing quote) or a word, each with an optional minus. */
const TERM = /(-?)(?:"([^"]*)(?:"|$)|(\S+))/gu;
const WORD_CHARACTER = /[\p{L}\p{N}\p{Co}]/u;

/**
 * Translates a search text to the syntax of SQLite FTS5. No text is an error. It may hold:
 * - words, which are all required,
 * - `"a phrase"`,
 * - `word*`: words that begin so,
 * - `-word` or `-"a phrase"`: must not occur.
 * @returns `anything` for an empty text: every entry matches; `nothing` for a text without a letter or
 * digit: no entry matches
 */
export function parseSearchQuery(text: string): SearchWords | 'anything' | 'nothing' {
  if (text.trim() === '') return 'anything';
  // SQLite would end the text at a NUL.
  const terms = [...text.replaceAll('\0', ' ').matchAll(TERM)].flatMap(termFrom);
  if (terms.length === 0) return 'nothing';
  const joined = (isExcluded: boolean, operator: string): string | undefined => {
    const selected = terms.filter((term) => term.isExcluded === isExcluded);
    return selected.length === 0 ? undefined : selected.map((term) => term.text).join(operator);
  };
  return { required: joined(false, ' AND '), excluded: joined(true, ' OR ') };
}

function termFrom([, minus, phrase, word = '']: RegExpExecArray): { text: string; isExcluded: boolean }[] {
  const text = phrase ?? word.replace(/\*+$/, '');
  if (!WORD_CHARACTER.test(text)) return [];
  const star = phrase === undefined && word.endsWith('*') ? ' *' : '';
  return [{ text: `"${text.replaceAll('"', '""')}"${star}`, isExcluded: minus === '-' }];
}
