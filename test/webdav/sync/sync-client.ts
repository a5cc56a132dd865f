import assert from 'node:assert/strict';
import { type Answer, type DavClient, hrefs } from '../client.ts';

/** What a report asks for. */
export interface Wanted {
  readonly token?: string;
  readonly level?: string;
  readonly limit?: number | string;
  readonly prop?: string;
}

/** Body of a REPORT. */
export function reportBody({
  token = '',
  level = '1',
  limit,
  prop = '<d:getetag/><d:resourcetype/>',
}: Wanted): string {
  const limits = limit === undefined ? '' : `<d:limit><d:nresults>${String(limit)}</d:nresults></d:limit>`;
  return (
    `<?xml version="1.0" encoding="utf-8"?><d:sync-collection xmlns:d="DAV:"><d:sync-token>${token}</d:sync-token>` +
    `<d:sync-level>${level}</d:sync-level>${limits}<d:prop>${prop}</d:prop></d:sync-collection>`
  );
}

/** What a report tells. */
export interface Told {
  /** Hrefs and entity tags of what is new or has changed; a folder without one has an empty tag. */
  readonly changed: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
  readonly isTruncated: boolean;
  readonly token: string;
}

/** Reads the multistatus of a report on the collection at `href`. */
export function toldBy(text: string, href: string): Told {
  const changed = new Map<string, string>();
  const removed: string[] = [];
  let isTruncated = false;
  for (const [, response = ''] of text.matchAll(/<d:response>(.*?)<\/d:response>/gs)) {
    const at = /<d:href>([^<]*)/.exec(response)?.[1] ?? '';
    if (response.includes('<d:status>HTTP/1.1 507 ')) {
      assert.equal(at, href);
      isTruncated = true;
    } else if (/^<d:href>[^<]*<\/d:href><d:status>HTTP\/1\.1 404 /.test(response)) removed.push(at);
    else changed.set(at, /<d:getetag>([^<]*)/.exec(response)?.[1] ?? '');
  }
  assert.equal(new Set(hrefs(text)).size, hrefs(text).length, `an href is told twice:\n${text}`);
  const token = /<d:sync-token>([^<]+)<\/d:sync-token><\/d:multistatus>$/.exec(text)?.[1];
  assert.ok(token !== undefined, `no token:\n${text}`);
  return { changed, removed, isTruncated, token };
}

/** A folder and a document at the same path are the same resource, with and without a trailing slash. */
function keyOf(href: string): string {
  return href.replace(/\/$/, '');
}

function valueOf(href: string, etag: string): string {
  return href.endsWith('/') ? `folder ${etag}` : etag;
}

/** A client that keeps a collection in step by REPORT: kind and entity tag by path. */
export class SyncingClient {
  readonly dav: DavClient;
  readonly href: string;
  readonly level: '1' | 'infinite';
  readonly known = new Map<string, string>();
  token = '';
  /** How often the client had to begin again. */
  begun = 0;

  /** @param href path of the collection */
  constructor(dav: DavClient, href: string, level: '1' | 'infinite') {
    this.dav = dav;
    this.href = href;
    this.level = level;
  }

  report(wanted: Wanted): Promise<Answer> {
    const body = reportBody({ level: this.level, ...wanted });
    return this.dav.raw('REPORT', this.href, { body, headers: { Depth: '0' } });
  }

  /** Sends one REPORT. @returns false: there is more. */
  async step(limit?: number): Promise<boolean> {
    const answer = await this.report(
      limit === undefined ? { token: this.token } : { token: this.token, limit },
    );
    if (answer.status === 403 && answer.text.includes('<d:valid-sync-token/>') && this.token !== '') {
      this.begun += 1;
      this.token = '';
      this.known.clear();
      return false;
    }
    assert.equal(answer.status, 207, answer.text);
    const { changed, removed, isTruncated, token } = toldBy(answer.text, this.href);
    if (limit !== undefined) assert.ok(changed.size + removed.length <= limit, answer.text);
    for (const href of removed) this.#forget(href);
    for (const [href, etag] of changed) this.known.set(keyOf(href), valueOf(href, etag));
    this.token = token;
    return !isTruncated;
  }

  /** Sends reports until nothing more is told. */
  async sync(limit?: number): Promise<void> {
    while (!(await this.step(limit)));
  }

  #forget(href: string): void {
    const key = keyOf(href);
    for (const one of this.known.keys()) if (one === key || one.startsWith(`${key}/`)) this.known.delete(one);
  }

  /** What a full listing shows, as {@link SyncingClient.known}. */
  async listed(): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const list = async (folder: string): Promise<void> => {
      const body = '<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/><d:resourcetype/></d:prop></d:propfind>';
      const { status, text } = await this.dav.raw('PROPFIND', folder, { body, headers: { Depth: '1' } });
      assert.equal(status, 207, text);
      for (const [, response = ''] of text.matchAll(/<d:response>(.*?)<\/d:response>/gs)) {
        const at = /<d:href>([^<]*)/.exec(response)?.[1] ?? '';
        if (at === folder) continue;
        found.set(keyOf(at), valueOf(at, /<d:getetag>([^<]*)/.exec(response)?.[1] ?? ''));
        if (this.level === 'infinite' && at.endsWith('/')) await list(at);
      }
    };
    await list(this.href);
    return found;
  }

  async assertInStep(what: string): Promise<void> {
    const sorted = (map: ReadonlyMap<string, string>) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
    assert.deepEqual(sorted(this.known), sorted(await this.listed()), what);
  }
}
