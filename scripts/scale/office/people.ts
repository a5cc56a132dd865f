import { createHash } from 'node:crypto';
import { makeTokenSecret } from '../../../src/core/credentials/credentials.ts';

/** The password of all users. One hash serves all: Argon2 takes as long for each of them. */
export const PASSWORD = 'the password of the office';
/** Where all users have signed in from before. */
export const ADDRESS = '127.0.0.1';

/** Administrator. */
export const ADMIN = 'admin';
/** Has the same few folders and documents in each office, so that the answers can be compared. */
export const READER = 'reader';
/** Has the large trees, and the long trash. */
export const KEEPER = 'keeper';
/** Has more shares than anybody else. */
export const GUEST_OF_ALL = 'mounts';
/** Those who are not `staff`. */
export const SPECIAL = [ADMIN, READER, KEEPER, GUEST_OF_ALL];

/** The login name of one of those who do the work of the office. @param number from 0 */
export function staffLogin(number: number): string {
  return `staff${String(number)}`;
}

/**
 * The token of a user, which may do all that the user may. The same for each office, as nobody but these offices
 * accepts it.
 */
export function tokenOf(login: string): string {
  return makeTokenSecret((size) =>
    createHash('shake256', { outputLength: size }).update(`dms scale ${login}`).digest(),
  );
}
