import { isSameEmail, normalEmail } from '../../model/people/email-address.ts';
import type { Database, Statement } from '../database/database.ts';

/** Finds rows of the `users` table by e-mail address. Ignores the case, and the spelling of the domain. */
export class EmailLookup<Row extends { readonly id: number; readonly email: string }> {
  readonly #find: Statement<[string], Row>;
  readonly #listSpelled: Statement<[], Row>;

  /** @param select query of the rows, without a condition */
  constructor(database: Database, select: string) {
    this.#find = database.prepare(`${select} WHERE email = ?`);
    // Domains with characters outside ASCII, or with the encoding of such characters.
    this.#listSpelled = database.prepare(
      `${select} WHERE email GLOB '*[^ -~]*' OR email LIKE '%xn--%' ORDER BY id`,
    );
  }

  /** The row with this address, else the first one whose address differs at most in the spelling of its domain. */
  find(email: string): Row | undefined {
    const exact = this.#find.get(email) ?? this.#find.get(normalEmail(email));
    return exact ?? this.#listSpelled.all().find((row) => isSameEmail(row.email, email));
  }

  /** All rows whose address differs at most in the spelling of its domain ({@link normalEmail}), the exact one first. */
  list(email: string): Row[] {
    const exact = [this.#find.get(email), this.#find.get(normalEmail(email))];
    // Addresses that were stored before domains had a normal form.
    const spelled = this.#listSpelled.all().filter((row) => isSameEmail(row.email, email));
    const rows = [...exact, ...spelled].flatMap((row) => (row ? [[row.id, row] as const] : []));
    return [...new Map(rows).values()];
  }
}
