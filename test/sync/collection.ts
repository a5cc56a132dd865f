import assert from 'node:assert/strict';
import type { Account, Service } from '../support/service.ts';
import { type Answer, basic, DavClient } from '../webdav/client.ts';

/** A resource of a listing. */
export interface Listed {
  /** Content of the properties that it has, by name with prefix. */
  readonly found: Readonly<Record<string, string>>;
  /** Properties that it does not have. */
  readonly missing: readonly string[];
}

/** The body of a PROPFIND as the iOS app of Nextcloud sends it: its namespaces are on the properties. */
export function iosBody(...extra: readonly string[]): string {
  const own = ['permissions', 'id', 'fileid', 'size', 'favorite'].map(
    (name) => `<${name} xmlns="http://owncloud.org/ns"/>`,
  );
  const others = ['has-preview', ...extra].map((name) => `<${name} xmlns="http://nextcloud.org/ns"/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
    <d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns">
        <d:prop>
    <d:displayname /><d:getlastmodified /><d:getetag /><d:getcontenttype /><d:resourcetype /><d:quota-available-bytes /><d:getcontentlength />${own.join('')}${others.join('')}<share-permissions xmlns="http://open-cloud-mesh.org/ns"/>
        </d:prop>
    </d:propfind>`;
}

/** The body of a PROPFIND as the Android app of Nextcloud sends it. @param names in the namespaces of both */
export function androidBody(dav: readonly string[], oc: readonly string[], nc: readonly string[]): string {
  const named = [
    ...dav.map((name) => `<D:${name}/>`),
    ...oc.map((name) => `<${name} xmlns="http://owncloud.org/ns"/>`),
    ...nc.map((name) => `<${name} xmlns="http://nextcloud.org/ns"/>`),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<D:propfind xmlns:D="DAV:"><D:prop>${named.join('')}</D:prop></D:propfind>\n`;
}

/**
 * Reads a listing as the iOS app does: it finds elements by their prefixes, and takes the first `d:propstat`.
 */
function listedIn(text: string): Map<string, Listed> {
  const responses = text.matchAll(/<d:response><d:href>([^<]*)<\/d:href>(.*?)<\/d:response>/gs);
  return new Map(
    [...responses].map(([, href = '', content = '']) => {
      const propstats = [...content.matchAll(/<d:prop>(.*?)<\/d:prop><d:status>HTTP\/1.1 (\d+) /gs)];
      const elementsOf = (status: string) => propstats.find(([, , code]) => code === status)?.[1] ?? '';
      const found = elementsOf('200').matchAll(/<((?:d|oc|nc):[\w-]+)(?:\/>|>(.*?)<\/\1>)/gs);
      const missing = elementsOf('404').matchAll(/<([\w:-]+)[ /]/g);
      return [
        href,
        {
          found: Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value])),
          missing: [...missing].map(([, name = '']) => name),
        },
      ];
    }),
  );
}

/** A collection of a user at `/remote.php/dav/{name}/{login}`, as an app uses it. */
export class Collection {
  readonly base: string;
  readonly dav: DavClient;
  readonly #name: string;

  constructor(
    { port }: Pick<Service, 'port'>,
    name: string,
    { login, password }: Pick<Account, 'login' | 'password'>,
  ) {
    this.base = `/remote.php/dav/${name}/${login}`;
    this.dav = new DavClient(port, basic(login, password));
    this.#name = name;
  }

  /** `path` begins with a slash, or is a whole href. */
  ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
    const target = path.startsWith('/remote.php/') ? path : this.base + path;
    return this.dav.raw(method, target, body === undefined ? { headers } : { headers, body });
  }

  /** Resources by href. */
  async list(path: string, body: string, depth = '1'): Promise<Map<string, Listed>> {
    const headers = { Depth: depth, 'Content-Type': 'application/xml' };
    const answer = await this.ask('PROPFIND', path, headers, body);
    assert.equal(answer.status, 207, answer.text);
    assert.match(answer.text, /<d:multistatus xmlns:d="DAV:"/);
    return listedIn(answer.text);
  }

  /** MOVE into the folder for restoring. */
  async restore(path: string, name = 'target'): Promise<number> {
    const Destination = `http://127.0.0.1:${this.dav.port}${this.base}/restore/${name}`;
    return (await this.ask('MOVE', path, { Destination, Overwrite: 'T' })).status;
  }

  /** The same collection in the requests of another user. */
  of({ login, password }: Pick<Account, 'login' | 'password'>): Collection {
    return new Collection(this.dav, this.#name, { login, password });
  }
}
