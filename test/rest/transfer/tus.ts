import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { Service } from '../../support/service.ts';

/** A response of tus. */
export interface TusAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Headers and body of a request. */
export interface TusRequest {
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer | string;
}

/** The `Upload-Metadata` header for some values. */
export function metadataOf(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',');
}

/** A minimal tus client that uses a token. */
export class TusClient {
  readonly #service: Service;
  readonly token: string;

  constructor(service: Service, token: string) {
    this.#service = service;
    this.token = token;
  }

  /** @param path below `/api`, or the value of `Location` */
  ask(method: string, path: string, { headers = {}, body }: TusRequest = {}): Promise<TusAnswer> {
    return new Promise((resolve, reject) => {
      const sent = this.#request(method, path, headers, (answer) => resolve(answer));
      sent.once('error', reject);
      sent.end(body);
    });
  }

  /** @returns the path of the upload */
  async create(length: number, metadata: Readonly<Record<string, string | number>>): Promise<string> {
    const headers = { 'Upload-Length': length, 'Upload-Metadata': metadataOf(metadata) };
    const answer = await this.ask('POST', '/uploads', { headers });
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
    return answer.headers.location ?? '';
  }

  append(path: string, offset: number, body: Buffer, headers: OutgoingHttpHeaders = {}): Promise<TusAnswer> {
    const said = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': offset };
    return this.ask('PATCH', path, { headers: { ...said, ...headers }, body });
  }

  async offset(path: string): Promise<number> {
    return Number((await this.ask('HEAD', path)).headers['upload-offset']);
  }

  /** Announces more bytes than it sends. @returns a function that breaks the connection */
  beginAppending(
    path: string,
    offset: number,
    body: Buffer,
    length: number,
    headers: OutgoingHttpHeaders = {},
  ): () => void {
    const said = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': offset };
    const sent = this.#request(
      'PATCH',
      path,
      { ...said, ...headers, 'Content-Length': length },
      () => undefined,
    );
    sent.on('error', () => undefined);
    sent.write(body);
    return () => sent.destroy();
  }

  #request(
    method: string,
    path: string,
    headers: OutgoingHttpHeaders,
    answered: (answer: TusAnswer) => void,
  ) {
    const { port } = this.#service;
    const below = path.startsWith('/api') ? path : `/api${path}`;
    const all = { 'Tus-Resumable': '1.0.0', Authorization: `Bearer ${this.token}`, ...headers };
    return request(
      { port, host: '127.0.0.1', method, path: below, headers: all, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          answered({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
  }
}

/** @returns a tus client with a token of the account */
export async function tusOf(service: Service, actor: Service['admin']['actor']): Promise<TusClient> {
  const { secret } = await service.dms.tokens.create(actor, { name: 'tus', scopes: ['read', 'write'] });
  return new TusClient(service, secret);
}
