import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** A response with its whole body. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

interface Asked {
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** Chunks, sent without Content-Length. */
  readonly chunks?: readonly string[];
}

/** `Authorization` for login and password. */
export function basic(login: string, password: string): string {
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
}

/** Sends requests exactly as given, without normalising paths or adding headers. */
export class DavClient {
  readonly port: number;
  readonly authorization: string | undefined;

  constructor(port: number, authorization?: string) {
    this.port = port;
    this.authorization = authorization;
  }

  /** `path` is below `/webdav`, already escaped. */
  ask(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    return this.raw(method, `/webdav${path}`, asked);
  }

  raw(method: string, path: string, { headers = {}, body, chunks }: Asked = {}): Promise<Answer> {
    const authorization = this.authorization === undefined ? {} : { Authorization: this.authorization };
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          port: this.port,
          host: '127.0.0.1',
          method,
          path,
          headers: { ...authorization, ...length, ...headers },
          agent: false,
        },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('error', reject);
          response.on('end', () => {
            const bytes = Buffer.concat(pieces);
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              bytes,
              text: bytes.toString(),
            });
          });
        },
      );
      sent.on('error', reject);
      for (const chunk of chunks ?? []) sent.write(chunk);
      sent.end(body);
    });
  }

  /** Sends a request and asserts its status. */
  async expect(status: number, method: string, path: string, asked?: Asked): Promise<Answer> {
    const answer = await this.ask(method, path, asked);
    assert.equal(
      answer.status,
      status,
      `${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`,
    );
    return answer;
  }

  /** `Destination` header for a path below `/webdav` on this server. */
  at(path: string): string {
    return `http://127.0.0.1:${this.port}/webdav${path}`;
  }

  /** Takes an exclusive lock. @returns its token without brackets */
  async lock(path: string, headers: Record<string, string> = {}, scope = 'exclusive'): Promise<string> {
    const answer = await this.ask('LOCK', path, { headers, body: lockInfo(scope) });
    assert.ok(
      answer.status === 200 || answer.status === 201,
      `LOCK ${path} answered ${answer.status}: ${answer.text}`,
    );
    const token = /^<(opaquelocktoken:[0-9a-f-]+)>$/.exec(String(answer.headers['lock-token']))?.[1];
    assert.ok(token !== undefined, 'Lock-Token with angle brackets');
    return token;
  }
}

export function lockInfo(scope = 'exclusive', owner = '<d:href>mailto:me</d:href>'): string {
  return `<?xml version="1.0"?><d:lockinfo xmlns:d="DAV:"><d:lockscope><d:${scope}/></d:lockscope><d:locktype><d:write/></d:locktype><d:owner>${owner}</d:owner></d:lockinfo>`;
}

export function propfindBody(inner: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:">${inner}</d:propfind>`;
}

/** The hrefs of a multistatus. */
export function hrefs(text: string): string[] {
  return [...text.matchAll(/<d:response><d:href>([^<]*)<\/d:href>/g)].map((match) => match[1] ?? '');
}

/** The responses of a multistatus with their own status: href and status code. */
export function statuses(text: string): Record<string, string> {
  const found = text.matchAll(/<d:response><d:href>([^<]*)<\/d:href><d:status>HTTP\/1\.1 (\d+) /g);
  return Object.fromEntries([...found].map(([, href = '', status = '']) => [href, status]));
}

/** Body of a PROPPATCH; `x` stands for `urn:x`. */
export function propertyUpdate(inner: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><d:propertyupdate xmlns:d="DAV:" xmlns:x="urn:x">${inner}</d:propertyupdate>`;
}

/** Sends raw bytes and reads until the connection closes or stays quiet for a while. */
export function speak(port: number, bytes: string, quietMs = 1500): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let heard = '';
    const finish = (): void => {
      socket.destroy();
      resolve(heard);
    };
    socket.setTimeout(quietMs, finish);
    socket.on('data', (piece) => {
      heard += piece.toString('latin1');
    });
    socket.on('close', finish);
    socket.on('error', finish);
  });
}
