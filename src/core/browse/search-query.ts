import type { SearchWords } from '../../storage/tree/tree.ts';

/** A phrase in quotes (the last may lack its end) or a run of anything but blanks, either with a minus before it. */
const TERM = /(-?)(?:"([^"]*)(?:"|$)|(\S+))/gu;
const MEANINGFUL = /[\p{L}\p{N}\p{Co}]/u;

/**
 * What was typed, in FTS5's syntax: words are all required, `"a phrase"`, `word*`, `-word`. Nothing typed is an error.
 * @returns `anything` when nothing was typed, `nothing` when what was typed has no letter or digit in it
 */
export function parseSearchQuery(typed: string): SearchWords | 'anything' | 'nothing' {
  if (typed.trim() === '') return 'anything';
  // A NUL would end the text for SQLite.
  const terms = [...typed.replaceAll('\0', ' ').matchAll(TERM)].flatMap(termFrom);
  if (terms.length === 0) return 'nothing';
  const joined = (isExcluded: boolean, operator: string): string | undefined => {
    const chosen = terms.filter((term) => term.isExcluded === isExcluded);
    return chosen.length === 0 ? undefined : chosen.map((term) => term.text).join(operator);
  };
  return { required: joined(false, ' AND '), excluded: joined(true, ' OR ') };
}

function termFrom([, minus, phrase, word = '']: RegExpExecArray): { text: string; isExcluded: boolean }[] {
  const text = phrase ?? word.replace(/\*+$/, '');
  if (!MEANINGFUL.test(text)) return [];
  const star = phrase === undefined && word.endsWith('*') ? ' *' : '';
  return [{ text: `"${text.replaceAll('"', '""')}"${star}`, isExcluded: minus === '-' }];
}
