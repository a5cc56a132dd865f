import { DmsError } from '../../model/errors.ts';
import type { Context } from '../context.ts';
import { passwordFault } from '../credentials/credentials.ts';

/** The `users` table. */
type Users = Context['tables']['users'];

const LOGIN = /^[a-z0-9._-]{1,64}$/;
const EMAIL = /^[^\s@"(),:;<>[\\\]]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}-]+)*$/u;
const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the rule is about control characters
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Collects the validation messages of a request, so that one answer lists all of them. */
export class Faults {
  readonly #messages = new Map<string, string>();

  /** Sets the message of a field (REST API spelling). `undefined` means that the field is valid. */
  add(field: string, message: string | undefined): void {
    if (message !== undefined) this.#messages.set(field, message);
  }

  /** Throws if any message was added. @throws {DmsError} invalid, with the messages by field */
  throwIfAny(): void {
    if (this.#messages.size === 0) return;
    const text = Array.from(this.#messages, ([field, message]) => `${field}: ${message}`);
    const fields = Array.from(this.#messages, ([field, message]) => [field, [message]] as const);
    throw new DmsError('invalid', text.join('; '), { fields: Object.fromEntries(fields) });
  }
}

/**
 * Checks a new login name (docs/contract.md).
 * @returns undefined when valid; otherwise a message that completes "login …"
 */
export function loginFault(login: string): string | undefined {
  return LOGIN.test(login) ? undefined : 'must be 1 to 64 of the characters a-z, 0-9, ".", "_" and "-"';
}

/** Checks the form only: whether an address receives e-mail is known only after sending to it. */
function emailFault(email: string): string | undefined {
  const isPlausible = email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email) && !CONTROL.test(email);
  return isPlausible ? undefined : 'must be an e-mail address';
}

/**
 * Checks the display name of a user or of a token.
 * @param maxCharacters in Unicode code points
 * @returns undefined when valid; otherwise a message that completes "name …"
 */
export function displayNameFault(name: string, maxCharacters = MAX_NAME_LENGTH): string | undefined {
  if (name.trim() === '') return 'must not be empty';
  if (Array.from(name).length > maxCharacters) return `must be at most ${String(maxCharacters)} characters`;
  if (CONTROL.test(name)) return 'must not contain control characters';
  return name.isWellFormed() ? undefined : 'must be well-formed Unicode';
}

/**
 * Checks a quota in bytes; null means no limit.
 * @returns undefined when valid; otherwise a message that completes "quota_bytes …"
 */
export function quotaFault(bytes: number | null): string | undefined {
  const isValid = bytes === null || (Number.isSafeInteger(bytes) && bytes >= 0);
  return isValid ? undefined : 'must be a number of bytes or null';
}

/** Values that both the user and an administrator can set. */
interface PersonValues {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

/**
 * Checks values of an account.
 * @param users undefined: does not check whether the e-mail address is taken
 * @param id of the user to be changed; left out for a new user
 * @returns the messages of all invalid values
 */
export function personFaults(users: Users | undefined, values: PersonValues, id?: number): Faults {
  const { name, email, password } = values;
  const faults = new Faults();
  if (name !== undefined) faults.add('name', displayNameFault(name));
  if (email !== undefined) faults.add('email', emailFault(email) ?? emailTakenFault(users, email, id));
  if (password !== undefined) faults.add('password', passwordFault(password));
  return faults;
}

function emailTakenFault(
  users: Users | undefined,
  email: string,
  id: number | undefined,
): string | undefined {
  const other = users?.findByEmail(email);
  return other === undefined || other.id === id ? undefined : 'is taken';
}
