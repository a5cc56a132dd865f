import assert from 'node:assert/strict';
import type { Rendered } from '../../../src/model/entries/rendition.ts';
import type { Account, Service } from '../../support/service.ts';
import { type Answer, basic, DavClient } from '../../webdav/client.ts';

/** A resource in a multistatus. */
export interface Listed {
  readonly href: string;
  /** The properties with status 200: their content by name with prefix, because the iOS apps compare prefixes too. */
  readonly properties: ReadonlyMap<string, string>;
}

/** Text and inner elements of the properties of all resources in a multistatus. */
export function listedIn({ status, text }: Answer): Listed[] {
  assert.equal(status, 207, text);
  return [...text.matchAll(/<d:response>(.*?)<\/d:response>/gs)].map(([, response = '']) => {
    const [, href = assert.fail(response)] = /^<d:href>([^<]*)<\/d:href>/.exec(response) ?? [];
    const [, found = ''] =
      /<d:propstat><d:prop>(.*?)<\/d:prop><d:status>HTTP\/1.1 200 OK/s.exec(response) ?? [];
    const properties = found.matchAll(/<([\w-]+:[\w-]+)(?: [^>]*)?(?:\/>|>(.*?)<\/\1>)/gs);
    return { href, properties: new Map([...properties].map(([, name = '', value = '']) => [name, value])) };
  });
}

/** One property of each resource, by the name of the resource. */
export function valuesOf(listed: readonly Listed[], name: string): Record<string, string | undefined> {
  return Object.fromEntries(
    listed.map(({ href, properties }) => [
      decodeURIComponent(/([^/]*)\/?$/.exec(href)?.[1] ?? ''),
      properties.get(name),
    ]),
  );
}

/** Data of an OCS response in JSON. */
export function ocsIn({ status, text }: Answer): Record<string, unknown> {
  assert.equal(status, 200, text);
  const { ocs } = JSON.parse(text);
  return ocs.data;
}

/** Renditions of a content: thumbnails that start with their size for the content `photo`, and none for any other. */
export function photosOnly(content: Buffer): Rendered {
  const image = (size: number): Buffer => Buffer.from(`${String(size)} photo`);
  const images = { 128: image(128), 256: image(256), 512: image(512) };
  const isPhoto = content.toString() === 'photo';
  return {
    text: { state: 'none' },
    thumbnail: isPhoto ? { state: 'ready', type: 'image/jpeg', images, media: null } : { state: 'none' },
  };
}

/** A phone app whose user has scanned the QR code, or granted the sign-in. */
export class PhoneApp {
  readonly #service: Service;
  readonly login: string;
  readonly #dav: DavClient;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(service: Service, login: string, token: string, userAgent: string) {
    this.#service = service;
    this.login = login;
    this.#dav = new DavClient(service.port, basic(login, token));
    this.#headers = { 'User-Agent': userAgent, Accept: '*/*' };
  }

  /** An app with a new token, as the page about syncing devices makes it. */
  static async of(service: Service, { actor, login }: Account, userAgent: string): Promise<PhoneApp> {
    const { secret } = await service.dms.tokens.create(actor, { name: 'Phone', scopes: ['webdav'] });
    return new PhoneApp(service, login, secret, userAgent);
  }

  ask(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string | Buffer,
  ): Promise<Answer> {
    const asked = body === undefined ? {} : { body };
    return this.#dav.raw(method, path, { headers: { ...this.#headers, ...headers }, ...asked });
  }

  /** A request to the drive. `path` begins with a slash, and is escaped. */
  file(method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) {
    return this.ask(method, `/remote.php/dav/files/${this.login}${path}`, headers, body);
  }

  /** Absolute URL of a document, as in `Destination`. */
  urlOf(path: string): string {
    return `${this.#service.url}/remote.php/dav/files/${this.login}${path}`;
  }

  async statusOf(method: string, path: string, headers: Record<string, string> = {}): Promise<number> {
    return (await this.ask(method, path, headers)).status;
  }
}
