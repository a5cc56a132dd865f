import { request as httpRequest } from 'node:http';
import type { Service } from '../support/service.ts';
import { visit } from './visitor.ts';

/** A response to a sender. */
export interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A visitor of a link who sends files. */
export class Sender {
  readonly #service: Service;
  /** Address of the link, without the host. */
  readonly path: string;
  readonly cookie: string;

  constructor(service: Service, path: string, cookie: string) {
    this.#service = service;
    this.path = path;
    this.cookie = cookie;
  }

  /** Opens the page of the link. */
  static async open(service: Service, path: string, cookie = ''): Promise<Sender> {
    const { headers } = await visit(service, path, { Cookie: cookie });
    const visits = headers['set-cookie']?.map((each) => each.split(';')[0]) ?? [];
    return new Sender(service, path, [cookie, ...visits].filter((each) => each !== '').join('; '));
  }

  /** The page of the link. */
  async page(): Promise<string> {
    return (await visit(this.#service, this.path, { Cookie: this.cookie })).text;
  }

  /** Begins an upload. @param body the first bytes @param folder of the target, with a slash; empty: the linked one */
  create(
    name: string,
    length: number,
    metadata: Readonly<Record<string, string>> = {},
    body?: string,
    folder = '',
  ): Promise<Response> {
    const fields = Object.entries({ filename: name, ...metadata });
    const encoded = fields.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
    const headers = { 'Upload-Length': String(length), 'Upload-Metadata': encoded.join(',') };
    return this.tus('POST', `${this.path}${folder}/uploads`, headers, body);
  }

  /** Continues an upload. */
  append(location: string, offset: number, body: string | Uint8Array<ArrayBuffer>): Promise<Response> {
    return this.tus('PATCH', location, { 'Upload-Offset': String(offset) }, body);
  }

  /** Sends a whole file. @returns the last response */
  async send(
    name: string,
    content: string,
    metadata: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const created = await this.create(name, Buffer.byteLength(content), metadata);
    const location = created.headers.get('Location');
    return location === null ? created : this.append(location, 0, content);
  }

  async tus(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string | Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    const response = await fetch(this.#service.url + path, {
      method,
      headers: {
        'Tus-Resumable': '1.0.0',
        Cookie: this.cookie,
        ...(body === undefined ? {} : { 'Content-Type': 'application/offset+octet-stream' }),
        ...headers,
      },
      body: body ?? null,
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Begins to send a body, of which the test writes the parts. */
  stream(location: string, offset: number, length: number) {
    const { promise, resolve } = Promise.withResolvers<number>();
    const sent = httpRequest({
      port: this.#service.port,
      method: 'PATCH',
      path: location,
      agent: false,
      headers: {
        'Tus-Resumable': '1.0.0',
        Cookie: this.cookie,
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': String(offset),
        'Content-Length': String(length),
      },
    });
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', () => resolve(0));
    return {
      write: (bytes: Uint8Array) => void sent.write(bytes),
      end: () => void sent.end(),
      status: promise,
    };
  }

  /** Sends the form of the page, as a browser without JavaScript does. */
  async form(
    files: Readonly<Record<string, string>>,
    fields: Readonly<Record<string, string>> = {},
    action = '/files',
  ): Promise<Response> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content]), name);
    const response = await fetch(this.#service.url + this.path + action, {
      method: 'POST',
      headers: { Cookie: this.cookie },
      body: form,
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}
