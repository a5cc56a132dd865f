import { forbidden, invalidFields } from '../../model/errors/errors.ts';
import { type Message, message } from '../../model/errors/messages.ts';
import type { SystemActor, UserActor } from '../../model/people/actor.ts';
import { isEmailAddress, normalEmail } from '../../model/people/email-address.ts';
import type { User } from '../../model/people/user.ts';
import type { Context } from '../context.ts';
import { passwordFault } from '../credentials/credentials.ts';

/** The `users` table. */
type Users = Context['tables']['users'];

const LOGIN = /^[a-z0-9._-]{1,64}$/;
const MAX_NAME_LENGTH = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the rule is about control characters
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Collects the validation messages of a request, so that one response lists all of them. */
export class Faults {
  readonly #faults = new Map<string, Message>();

  /** Sets the message of a field (REST API spelling). `undefined` means that the field is valid. */
  add(field: string, fault: Message | undefined): void {
    if (fault !== undefined) this.#faults.set(field, fault);
  }

  /**
   * Throws if any message was added.
   * @throws {DmsError} invalid, with the messages by field
   */
  throwIfAny(): void {
    if (this.#faults.size === 0) return;
    const texts = Array.from(this.#faults, ([field, { text }]) => `${field}: ${text}`);
    const fields = Array.from(this.#faults, ([field, fault]) => [field, [fault]] as const);
    throw invalidFields(Object.fromEntries(fields), texts.join('; '));
  }
}

/**
 * Checks that an administrator acts on another user's account. Changes to the own account require the password.
 * @throws {DmsError} forbidden
 */
export function assertNotOwn(actor: UserActor | SystemActor, id: number): void {
  if (actor.kind === 'user' && actor.userId === id) throw forbidden(message('accounts_of_others_only'));
}

/**
 * Checks a new login name (docs/build/contract/users.md §20).
 * @returns undefined when valid; otherwise a message that completes "login …"
 */
export function loginFault(login: string): Message | undefined {
  return LOGIN.test(login) ? undefined : message('not_login');
}

function emailFault(email: string): Message | undefined {
  return isEmailAddress(email) ? undefined : message('not_email');
}

/**
 * Checks the display name of a user or of a token.
 * @param maxCharacters in Unicode code points
 * @returns undefined when valid; otherwise a message that completes "name …"
 */
export function displayNameFault(name: string, maxCharacters = MAX_NAME_LENGTH): Message | undefined {
  if (name.trim() === '') return message('empty');
  if (Array.from(name).length > maxCharacters)
    return message('too_many_characters', { maximum: maxCharacters });
  if (CONTROL.test(name)) return message('control_characters');
  return name.isWellFormed() ? undefined : message('not_unicode');
}

/**
 * Checks a quota in bytes; null means no limit.
 * @returns undefined when valid; otherwise a message that completes "quota_bytes …"
 */
export function quotaFault(bytes: number | null): Message | undefined {
  const isValid = bytes === null || (Number.isSafeInteger(bytes) && bytes >= 0);
  return isValid ? undefined : message('not_quota');
}

/** Values that both the user and an administrator can set. */
interface PersonValues {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Checks the values of an account.
 * @param users undefined: skips the check whether the e-mail address is taken
 * @param id id of the changed user; left out for a new user
 * @returns the messages for all invalid values
 */
export function personFaults(users: Users | undefined, values: PersonValues, id?: number): Faults {
  const { name, email, password } = values;
  const faults = new Faults();
  if (name !== undefined) faults.add('name', displayNameFault(name));
  if (email !== undefined) faults.add('email', emailFault(email) ?? emailTakenFault(users, email, id));
  if (password !== undefined) faults.add('password', passwordFault(password));
  return faults;
}

/** The address to store: that of the user if it is unchanged, else in its normal form. */
export function emailToStore(email: string | undefined, user: Pick<User, 'email'>): string {
  return email === undefined || email === user.email ? user.email : normalEmail(email);
}

function emailTakenFault(
  users: Users | undefined,
  email: string,
  id: number | undefined,
): Message | undefined {
  const same = users?.listByEmail(email) ?? [];
  // An unchanged address is accepted even if another account has the same address with its domain spelled differently.
  const isUnchanged = same.some((user) => user.id === id && user.email === email);
  return isUnchanged || same.every((user) => user.id === id) ? undefined : message('taken');
}
