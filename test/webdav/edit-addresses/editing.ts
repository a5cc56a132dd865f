import assert from 'node:assert/strict';
import * as z from 'zod';
import type { Office } from '../../web/support/office.ts';
import type { Answer } from '../client.ts';

const created = z.object({ url: z.string(), expires_at: z.string() });
const versions = z.array(z.object({ number: z.number() }));

/** An address for editing, as paths below `/webdav`, escaped. */
export interface Address {
  readonly token: string;
  readonly folder: string;
  /** The document. */
  readonly path: string;
}

/** Makes an address for a document, over REST. */
export async function openAddress(office: Office, id: number): Promise<Address> {
  const { url } = created.parse(await office.call('POST', `/documents/${String(id)}/edit-address`));
  const [, token = '', name = ''] = /^\/webdav\/\.edit\/([\w-]{22})\/([^/]+)$/.exec(url) ?? [];
  assert.notEqual(token, '', url);
  const folder = `/.edit/${token}/`;
  return { token, folder, path: folder + name };
}

/** Number of versions of a document. */
export async function countVersions(office: Office, id: number): Promise<number> {
  return versions.parse(await office.call('GET', `/documents/${String(id)}/versions`)).length;
}

/** Asserts that a response tells nothing and asks for no password. */
export function assertGone({ status, headers, text }: Answer, what: string): void {
  assert.equal(status, 404, `${what}: ${text}`);
  assert.equal(headers['www-authenticate'], undefined, what);
  assert.ok(text === '' || text === 'Not found.\n', `${what}: ${text}`);
}
