import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { Service } from '../support/service.ts';

/** An answer of tus. */
export interface TusAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What a request says besides its method and path. */
export interface TusRequest {
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer | string;
}

/** The header `Upload-Metadata` of some values. */
export function metadataOf(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',');
}

/** Speaks tus by hand, on behalf of whoever has the token. */
export class TusClient {
  readonly #service: Service;
  readonly token: string;

  constructor(service: Service, token: string) {
    this.#service = service;
    this.token = token;
  }

  /** @param path below `/api`, or as `Location` has it */
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

  /** Announces more bytes than it sends. @returns what breaks the connection */
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

/** @returns speaks tus with a token of the account */
export async function tusOf(service: Service, actor: Service['admin']['actor']): Promise<TusClient> {
  const { secret } = await service.dms.tokens.create(actor, { name: 'tus', scopes: ['read', 'write'] });
  return new TusClient(service, secret);
}
