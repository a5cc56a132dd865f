import { spellingsOf, wordsOf } from '../../model/text/words.ts';
import type { UserNames } from '../../storage/accounts/accounts.ts';
import { yieldToRequests } from '../../storage/event-loop.ts';
import type { Context } from '../context.ts';

/** Accounts checked before other requests run: a few milliseconds of work. */
const SLICE = 250;

/**
 * Scans all accounts, while other requests run. There are a few thousand at most, and a database index cannot ignore
 * accents and spellings as the search does.
 * @returns slices of the accounts for which `isWanted` is true
 */
export async function* userSlices(
  { tables }: Context,
  isWanted: (user: UserNames) => boolean,
): AsyncGenerator<readonly UserNames[]> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const slice: readonly UserNames[] = tables.users.listAfter(after, SLICE);
    yield slice.filter(isWanted);
    after = slice.length < SLICE ? undefined : slice.at(-1)?.id;
    if (after !== undefined) await yieldToRequests();
  }
}

/**
 * Creates a test for texts: true if each word of `q` is the beginning of a word of the text. As in the search, case and
 * accents are ignored, and `ue` equals `ü`. A `q` without words matches nothing.
 */
export function beginningsOf(q: string): (text: string) => boolean {
  const wanted = wordsOf(q).map(spellingsOf);
  return (text) => {
    const words = wordsOf(text);
    const isFound = (spellings: readonly string[]) =>
      words.some((word) => spellings.some((spelling) => word.startsWith(spelling)));
    return wanted.length > 0 && wanted.every(isFound);
  };
}
