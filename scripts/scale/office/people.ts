import { createHash } from 'node:crypto';
import { makeTokenSecret } from '../../../src/core/credentials/credentials.ts';

/** The password of all users. They share one hash, because each Argon2 hash would take just as long to compute. */
export const PASSWORD = 'the password of the office';
/** The address from which all users have signed in before. */
export const ADDRESS = '127.0.0.1';

/** Login of the administrator. */
export const ADMIN = 'admin';
/** User with the same few folders and documents in each office, so that the responses can be compared. */
export const READER = 'reader';
/** User with the large trees and the long trash. */
export const KEEPER = 'keeper';
/** User with the largest number of shares. */
export const GUEST_OF_ALL = 'mounts';
/** Users who are not `staff`. */
export const SPECIAL = [ADMIN, READER, KEEPER, GUEST_OF_ALL];

/** The login name of a staff user, who does the ordinary work of the office. @param number from 0 */
export function staffLogin(number: number): string {
  return `staff${String(number)}`;
}

/** The group of all staff users. */
export const ALL_STAFF = 'Alle';

/** The name of a group of some staff users. @param number from 0 */
export function departmentName(number: number): string {
  return `Abteilung ${String(number)}`;
}

/**
 * The token of a user, with all permissions of that user. It is the same in each office, because only these test
 * offices accept it.
 */
export function tokenOf(login: string): string {
  return makeTokenSecret((size) =>
    createHash('shake256', { outputLength: size }).update(`dms scale ${login}`).digest(),
  );
}
