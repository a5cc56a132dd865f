import type { SearchWords } from '../storage/search-index.ts';

/** A phrase in quotes (the last may lack its end) or a run of anything but blanks, either with a minus before it. */
const TERM = /(-?)(?:"([^"]*)(?:"|$)|(\S+))/gu;
const MEANINGFUL = /[\p{L}\p{N}\p{Co}]/u;

/**
 * What was typed, in FTS5's syntax: words are all required, `"a phrase"`, `word*`, `-word`. Nothing typed is an error.
 * @returns `anything` when nothing was typed, `nothing` when what was typed has no letter or digit in it
 */
export function searchWords(typed: string): SearchWords | 'anything' | 'nothing' {
  if (typed.trim() === '') return 'anything';
  const required: string[] = [];
  const excluded: string[] = [];
  // A NUL would end the text for SQLite.
  for (const [, minus, phrase, word = ''] of typed.replaceAll('\0', ' ').matchAll(TERM)) {
    const text = phrase ?? word.replace(/\*+$/, '');
    if (!MEANINGFUL.test(text)) continue;
    const isPrefix = phrase === undefined && word.endsWith('*');
    const term = `"${text.replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`;
    (minus === '-' ? excluded : required).push(term);
  }
  if (required.length === 0 && excluded.length === 0) return 'nothing';
  return {
    required: required.length === 0 ? undefined : required.join(' AND '),
    excluded: excluded.length === 0 ? undefined : excluded.join(' OR '),
  };
}
