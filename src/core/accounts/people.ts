import { sortKey } from '../../model/entries/names.ts';
import type { Actor, UserActor } from '../../model/people/actor.ts';
import type { Colleague, PeopleSearch } from '../../model/people/user.ts';
import type { UserNames } from '../../storage/accounts/accounts.ts';
import { requireUser } from '../access/access.ts';
import type { Context } from '../context.ts';
import { beginningsOf, userSlices } from './user-search.ts';

/** Maximum number of people in one response. */
const MAX_PEOPLE = 20;

/** A match, with its sort criteria. */
interface Found extends Colleague {
  /** 0: matched by the complete login or e-mail address; sorts first. */
  readonly rank: 0 | 1;
  readonly key: string;
}

interface Dependencies {
  readonly peopleSearch: PeopleSearch;
}

/** Finds users as recipients of shares. */
export class People {
  readonly #context: Context;
  readonly #deps: Dependencies;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
  }

  /**
   * Finds at most 20 users whose name or login has a word that starts with each word of `q`, or whose login or e-mail
   * address equals `q`. The configuration can limit the search to the latter. The actor and disabled accounts are left
   * out. Other requests run in between.
   * @throws {DmsError} unauthenticated | forbidden (a token without the scope `read`)
   */
  async find(actor: Actor, q: string): Promise<readonly Colleague[]> {
    const user = requireUser(actor, 'read');
    let best = this.#named(user, q.trim());
    if (this.#deps.peopleSearch === 'all') {
      const named = new Set(best.map(({ login }) => login));
      const begins = beginningsOf(q);
      const isWanted = (other: UserNames) =>
        !other.isDisabled &&
        other.id !== user.userId &&
        !named.has(other.login) &&
        begins(`${other.name} ${other.login}`);
      for await (const slice of userSlices(this.#context, isWanted))
        best = firstOf([...best, ...slice.map((other) => foundFrom(other, 1))]);
    }
    return firstOf(best).map(({ login, name }) => ({ login, name }));
  }

  #named(user: UserActor, q: string): Found[] {
    const { users } = this.#context.tables;
    const named = [users.findByLogin(q), users.findByEmail(q)].flatMap((other) =>
      other === undefined || other.isDisabled || other.id === user.userId ? [] : [other],
    );
    return [...new Map(named.map((other) => [other.id, foundFrom(other, 0)])).values()];
  }
}

function foundFrom({ login, name }: Colleague, rank: Found['rank']): Found {
  return { login, name, rank, key: sortKey(name) };
}

function firstOf(found: readonly Found[]): Found[] {
  const inOrder = found.toSorted(
    (one, other) => one.rank - other.rank || compare(one.key, other.key) || compare(one.login, other.login),
  );
  return inOrder.slice(0, MAX_PEOPLE);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
