import { api, dataOf, pageOf } from '../../api/client.ts';
import type { Link } from '../../api/records.ts';
import { language } from '../../text/language.ts';
import { refreshShown } from '../files/folder-changes.ts';
import { type Shareable, subjectOf } from './sharing.ts';

const MAX_PER_PAGE = 200;
/** Letters and digits that nobody confuses when reading them out. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const PASSWORD_LENGTH = 12;

/** What a link is to be. */
export interface LinkTerms {
  readonly kind: Link['kind'];
  /** Empty: no note. */
  readonly label: string;
  /** Null: no password. */
  readonly password: string | null;
  /** Timestamp in the format of the API; null: no expiry. */
  readonly expiresAt: string | null;
}

/** The links of an entry that the user may see, newest first. @throws {ApiError} */
export async function linksOf(entry: Pick<Shareable, 'id' | 'type'>): Promise<readonly Link[]> {
  const query = { ...subjectOf(entry), per_page: MAX_PER_PAGE };
  return (await pageOf(api.GET('/links', { params: { query } }))).items;
}

/** The rules of the administrator for links. @throws {ApiError} */
export function linkPolicy() {
  return dataOf(api.GET('/link-policy', {}));
}

/** A link that was just created. */
export interface MadeLink {
  readonly id: number;
  /** Cannot be read again. */
  readonly address: string;
}

/** Creates a link. @throws {ApiError} the terms are invalid */
export async function createLink(
  entry: Pick<Shareable, 'id' | 'type'>,
  { kind, label, password, expiresAt }: LinkTerms,
): Promise<MadeLink> {
  const body = {
    ...subjectOf(entry),
    kind,
    label,
    password,
    expires_at: expiresAt,
    max_downloads: null,
    listed: true,
  };
  const { id, url } = await dataOf(api.POST('/links', { body }));
  refreshShown();
  return { id, address: new URL(url, location.href).href };
}

/** Sends a link by e-mail, in the language of the page. @returns the addresses, each once @throws {ApiError} */
export async function mailLink(
  { id, address }: MadeLink,
  to: readonly string[],
  text: string,
): Promise<readonly string[]> {
  const code = address.slice(address.lastIndexOf('/') + 1);
  const body = { code, to: [...to], text, language: language.value };
  return (await dataOf(api.POST('/links/{id}/mail', { params: { path: { id } }, body }))).sent_to;
}

/** Ends a link. @throws {ApiError} */
export async function endLink(id: number): Promise<void> {
  await dataOf(api.DELETE('/links/{id}', { params: { path: { id } } }));
  refreshShown();
}

/** A random password that is easy to read out. */
export function suggestedPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(PASSWORD_LENGTH));
  const characters = Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return characters.replace(/(.{4})(?=.)/g, '$1-');
}
