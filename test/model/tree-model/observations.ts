import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type DavClient, propfindBody } from '../../webdav/client.ts';
import { urlOf } from './requests.ts';
import { type Document, type Entry, type Folder, head, type Login } from './rules/entries.ts';
import { splitExtension } from './rules/names.ts';
import type { Tree } from './rules/tree.ts';

/** All items of a list under `/api`. */
async function list(api: DavClient, path: string) {
  const { status, text } = await api.raw('GET', `/api${path}?per_page=200`);
  assert.equal(status, 200, text);
  return JSON.parse(text).data;
}

/** State remembered between comparisons. */
export class Memory {
  /** The observed content of each entity tag. */
  readonly contents = new Map<string, string>();
  /** The observed tag of each state of a document. */
  readonly tags = new Map<string, string>();
  readonly ids = new Map<number, Entry>();
}

const QUESTION = propfindBody(
  '<d:prop><d:resourcetype/><d:getcontentlength/><d:getetag/><d:lockdiscovery/><x:color xmlns:x="urn:model"/><x:shape xmlns:x="urn:model"/></d:prop>',
);

interface Resource {
  readonly href: string;
  readonly isFolder: boolean;
  readonly size: string | undefined;
  readonly properties: readonly (string | undefined)[];
  readonly locks: readonly string[];
}

/** Scope, depth, and the token if the viewer holds the lock. */
function lockFrom(xml: string): string {
  const [scope, depth, token] = [
    /<d:(exclusive|shared)\/>/,
    /<d:depth>(\w+)</,
    /(opaquelocktoken:[^<]+)/,
  ].map((pattern) => pattern.exec(xml)?.[1]);
  return `${scope} ${depth} ${token}`;
}

function resourceFrom(xml: string): Resource & { readonly etag: string | undefined } {
  const text = (pattern: RegExp): string | undefined => pattern.exec(xml)?.[1];
  return {
    href: text(/^<d:href>([^<]*)</) ?? '',
    isFolder: xml.includes('<d:collection/>'),
    size: text(/<d:getcontentlength>(\d+)</),
    etag: text(/<d:getetag>([^<]*)</),
    properties: [text(/color[^>]*>([^<]+)</), text(/shape[^>]*>([^<]+)</)],
    locks: xml.split('<d:activelock>').slice(1).map(lockFrom).sort(),
  };
}

function expectedResource(tree: Tree, by: Login, path: string, entry: Entry): Resource {
  const isFolder = entry.kind === 'folder';
  return {
    href: `/webdav${urlOf(path)}${isFolder ? '/' : ''}`,
    isFolder,
    size: isFolder ? undefined : String(Buffer.byteLength(head(entry).content)),
    properties: [entry.properties.get('color'), entry.properties.get('shape')],
    locks: tree
      .covering(entry)
      .map((lock) => `${lock.scope} ${lock.depth} ${lock.by === by ? lock.token : undefined}`)
      .sort(),
  };
}

/** Asserts that every folder that a user reaches matches the model over WebDAV. */
export async function assertDavShows(
  tree: Tree,
  by: Login,
  client: DavClient,
  memory: Memory,
): Promise<void> {
  const reachable = tree.reachable(by);
  const seen = new Map<string, Resource>();
  const tags = new Map<string, string | undefined>();
  for (const { path, entry } of reachable) {
    if (entry.kind === 'file') continue;
    const headers = { Depth: '1', Prefer: 'return=minimal' };
    const { text } = await client.expect(207, 'PROPFIND', `${urlOf(path)}/`, { headers, body: QUESTION });
    for (const xml of text.split('<d:response>').slice(1)) {
      const { etag, ...resource } = resourceFrom(xml);
      seen.set(resource.href, resource);
      tags.set(resource.href, etag);
    }
  }
  const expected = reachable.map(({ path, entry }) => expectedResource(tree, by, path, entry));
  assert.deepEqual([...seen.values()].sort(byHref), expected.sort(byHref), `what ${by} sees over WebDAV`);
  for (const { path, entry } of reachable) {
    if (entry.kind === 'file') assertTag(memory, entry, String(tags.get(`/webdav${urlOf(path)}`)));
  }
}

function byHref(one: Resource, other: Resource): number {
  return one.href < other.href ? -1 : 1;
}

/** Asserts that an entity tag changes exactly when the content changes. */
function assertTag({ contents, tags }: Memory, document: Document, etag: string): void {
  const { number, content } = head(document);
  assert.equal(contents.get(etag) ?? content, content, `the content of the tag ${etag}`);
  contents.set(etag, content);
  if (document.id === undefined) return;
  const state = `${document.id} ${number} ${content}`;
  assert.equal(tags.get(state) ?? etag, etag, `the tag of "${document.name}", which did not change`);
  tags.set(state, etag);
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

function expectedRecord(tree: Tree, by: Login, name: string, entry: Entry) {
  const expiries = tree.covering(entry).map((lock) => lock.expiresAt);
  const common = {
    name,
    type: entry.kind,
    permissions: tree.bits(by, entry),
    locked: expiries.length === 0 ? undefined : new Date(Math.max(...expiries)).toISOString(),
  };
  if (entry.kind === 'folder') return common;
  const { content, number } = head(entry);
  return {
    ...common,
    title: entry.title ?? splitExtension(name)[0],
    comments: entry.comments,
    sha256: sha256(content),
    version: number,
  };
}

/** The record of an entry in a folder listing. */
interface RestRecord {
  readonly id: number;
  readonly name: string;
  readonly type: Entry['kind'];
  readonly permissions: number;
  readonly locked: { readonly expires_at: string } | null;
  readonly title?: string;
  readonly comments?: string;
  readonly sha256?: string;
  readonly version?: number;
}

function shownRecord(record: RestRecord) {
  const { name, type, permissions, locked, title, comments, sha256: hash, version } = record;
  const common = { name, type, permissions, locked: locked?.expires_at };
  return type === 'folder' ? common : { ...common, title, comments, sha256: hash, version };
}

/** Learns the id of a new entry, and checks the ids of known ones. */
function recognise({ ids }: Memory, entry: Entry, id: number): void {
  assert.equal(ids.get(id) ?? entry, entry, `${id}, which is another entry's id, is that of "${entry.name}"`);
  entry.id ??= id;
  assert.equal(id, entry.id, `the id of "${entry.name}"`);
  ids.set(id, entry);
}

/** Asserts that every folder that a user reaches matches the model over REST; learns and compares ids. */
export async function assertRestShows(tree: Tree, by: Login, api: DavClient, memory: Memory): Promise<void> {
  for (const { path, entry } of tree.reachable(by)) {
    if (entry.kind === 'file') continue;
    const id = path === '' ? 0 : entry.id;
    const records: RestRecord[] = await list(api, `/folders/${id}/contents`);
    assertMembers(tree, by, memory, { path, folder: entry }, new Map(records.map((one) => [one.name, one])));
  }
}

function assertMembers(
  tree: Tree,
  by: Login,
  memory: Memory,
  { path, folder }: { readonly path: string; readonly folder: Folder },
  records: ReadonlyMap<string, RestRecord>,
): void {
  const mounts = path === '' ? tree.mounted(by) : [];
  const members = [...tree.members(folder).map((entry) => ({ name: entry.name, entry })), ...mounts];
  const names = members.map(({ name }) => name);
  assert.deepEqual([...records.keys()].sort(), names.sort(), `names that ${by} sees in ${path}/ over REST`);
  for (const { name, entry } of members) {
    const record = records.get(name);
    if (record === undefined) continue;
    recognise(memory, entry, record.id);
    const seen = `what ${by} sees of ${path}/${name} over REST`;
    assert.deepEqual(shownRecord(record), expectedRecord(tree, by, name, entry), seen);
  }
}

/** Asserts that the trash of a user matches the model, with unchanged ids. */
export async function assertTrashShows(tree: Tree, by: Login, api: DavClient): Promise<void> {
  const records: { id: number; name: string; deleted_by: { name: string } }[] = await list(api, '/trash');
  const shown = records.map((record) => [record.id, record.name, record.deleted_by.name]);
  const expected = tree.visibleTrash(by).map((entry) => [entry.id, entry.name, tree.trash.get(entry)?.by]);
  assert.deepEqual(shown.sort(), expected.sort(), `what ${by} sees in the trash`);
}

/** Asserts that a document has the history of the model. */
export async function assertHistory(document: Document, api: DavClient): Promise<void> {
  const versions: { number: number; sha256: string; author: { name: string } }[] = await list(
    api,
    `/documents/${document.id}/versions`,
  );
  const shown = versions.map((version) => [version.number, version.sha256, version.author.name]);
  const expected = document.versions.map(({ number, content, by }) => [number, sha256(content), by]);
  assert.deepEqual(shown, expected.toReversed(), `the versions of "${document.name}"`);
}

/** Asserts the bytes of each version, by number over REST and as the head over WebDAV. */
export async function assertBytes(
  document: Document,
  path: string,
  dav: DavClient,
  api: DavClient,
): Promise<void> {
  for (const { number, content } of document.versions) {
    const { text } = await api.raw('GET', `/api/documents/${document.id}/versions/${number}/download`);
    assert.equal(text, content, `version ${number} of "${document.name}"`);
  }
  const { text } = await dav.expect(200, 'GET', urlOf(path));
  assert.equal(text, head(document).content, `the content of ${path}`);
}
