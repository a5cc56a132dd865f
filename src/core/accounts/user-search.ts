import { spellingsOf, wordsOf } from '../../model/text/words.ts';
import type { UserNames } from '../../storage/accounts/accounts.ts';
import { letOthersRun } from '../../storage/long-work.ts';
import type { Context } from '../context.ts';

/** Accounts that are looked at before others have their turn: some milliseconds. */
const BATCH = 250;

/**
 * Looks through all accounts, while other requests run. There are thousands at most, and what makes no difference to
 * a search, such as accents, is more than an index of the database knows.
 * @returns batches of those for which `isWanted` is true
 */
export async function* userBatches(
  { tables }: Context,
  isWanted: (user: UserNames) => boolean,
): AsyncGenerator<readonly UserNames[]> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const batch: readonly UserNames[] = tables.users.batch(after, BATCH);
    yield batch.filter(isWanted);
    after = batch.length < BATCH ? undefined : batch.at(-1)?.id;
    if (after !== undefined) await letOthersRun();
  }
}

/**
 * Makes a test whether each word of `q` is the beginning of a word of a text, as search has it: without a difference
 * of case and accents, and `ue` is `ü`. A `q` without words fits nothing.
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
