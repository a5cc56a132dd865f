import { DmsError } from '../../model/errors.ts';
import type { Context } from '../context.ts';
import { passwordFault } from '../credentials/credentials.ts';

/** The table of users. */
type Users = Context['tables']['users'];

const LOGIN = /^[a-z0-9._-]{1,64}$/;
const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]+)*$/u;
const EMAIL_LENGTH = 254;
const NAME_LENGTH = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the rule is about
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Gathers what is wrong with a request, so that all of it is said at once. */
export class Faults {
  readonly #messages = new Map<string, string[]>();

  /** Notes a fault of a field (named as the REST API spells it); `undefined` is none. */
  add(field: string, message: string | undefined): void {
    if (message === undefined) return;
    const messages = this.#messages.get(field);
    if (messages) messages.push(message);
    else this.#messages.set(field, [message]);
  }

  /** @throws {DmsError} invalid, if there was any */
  refuse(): void {
    if (this.#messages.size === 0) return;
    const text = Array.from(this.#messages, ([field, messages]) => `${field}: ${messages.join(', ')}`);
    throw new DmsError('invalid', text.join('; '), { fields: Object.fromEntries(this.#messages) });
  }
}

/** What is wrong with a new login, in words that complete "login …" (CONTRACT §2, users). */
export function loginFault(login: string): string | undefined {
  return LOGIN.test(login) ? undefined : 'must be 1 to 64 of a-z, 0-9, ".", "_" and "-"';
}

/** Plausible is enough: whether mail arrives shows only when some is sent. */
function emailFault(email: string): string | undefined {
  const isPlausible = email.length <= EMAIL_LENGTH && EMAIL.test(email) && !CONTROL.test(email);
  return isPlausible ? undefined : 'must be an e-mail address';
}

/** What is wrong with the name of a person, or of what he makes. @param longest in characters */
export function titleFault(name: string, longest = NAME_LENGTH): string | undefined {
  if (name.trim() === '') return 'must not be empty';
  if (Array.from(name).length > longest) return `must be at most ${String(longest)} characters`;
  if (CONTROL.test(name)) return 'must not contain control characters';
  return name.isWellFormed() ? undefined : 'must be well-formed Unicode';
}

/** Null is no limit. */
export function quotaFault(bytes: number | null): string | undefined {
  const isGood = bytes === null || (Number.isSafeInteger(bytes) && bytes >= 0);
  return isGood ? undefined : 'must be a number of bytes or null';
}

/** What of a user can be given or changed, by himself as by an administrator. */
interface PersonValues {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

/** All that is wrong with these values for the user of this id, or for a new one without an id. */
export function personFaults(users: Users, values: PersonValues, id?: number): Faults {
  const { name, email, password } = values;
  const faults = new Faults();
  if (name !== undefined) faults.add('name', titleFault(name));
  if (email !== undefined) faults.add('email', emailFault(email) ?? takenFault(users, email, id));
  if (password !== undefined) faults.add('password', passwordFault(password));
  return faults;
}

function takenFault(users: Users, email: string, id: number | undefined): string | undefined {
  const holder = users.findByEmail(email);
  return holder === undefined || holder.id === id ? undefined : 'is taken';
}
