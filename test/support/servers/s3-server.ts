import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Credentials for client programs. */
export const S3_KEYS = { id: 'office', secret: 'a secret of the office' } as const;

interface StoredObject {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly modified: Date;
  /** Headers that are returned unchanged. */
  readonly metadata: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/**
 * The subset of Amazon S3 that rclone and restic use for files of less than 16 MiB, stored in memory. Debian's rclone
 * cannot serve S3. Signatures are not verified; only the key id in them is checked.
 */
export class S3Server {
  readonly #server: Server;
  readonly #buckets = new Map<string, Map<string, StoredObject>>();

  private constructor() {
    this.#server = createServer((request, response) => void this.#respond(request, response));
  }

  static async open(): Promise<S3Server> {
    const server = new S3Server();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { status, headers = {}, body = '' } = this.#answer(request, Buffer.concat(pieces));
    const length = headers['Content-Length'] ?? String(Buffer.byteLength(body));
    response.writeHead(status, { ...headers, 'Content-Length': length });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  #answer(request: IncomingMessage, body: Buffer): Answer {
    if (request.headers.authorization?.includes(`Credential=${S3_KEYS.id}/`) !== true)
      return fault(403, 'AccessDenied');
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const [, name = '', path = ''] = /^\/([^/]*)\/?(.*)$/s.exec(decodeURIComponent(pathname)) ?? [];
    const bucket = this.#buckets.get(name);
    if (path === '' && request.method === 'PUT') {
      this.#buckets.set(name, bucket ?? new Map());
      return { status: 200 };
    }
    if (!bucket) return fault(404, 'NoSuchBucket');
    return path === '' ? onBucket(bucket, request, searchParams) : onObject(bucket, path, request, body);
  }
}

function onBucket(
  bucket: Map<string, StoredObject>,
  { method }: IncomingMessage,
  query: URLSearchParams,
): Answer {
  if (method === 'HEAD') return { status: 200 };
  if (method !== 'GET') return fault(405, 'MethodNotAllowed');
  return query.has('location') ? xml('<LocationConstraint/>') : xml(listing(bucket, query));
}

/** Returns the whole list in one response, because tests have few objects. */
function listing(bucket: Map<string, StoredObject>, query: URLSearchParams): string {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const folders = new Set<string>();
  const contents: string[] = [];
  for (const [key, { bytes, etag, modified }] of [...bucket].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    if (!key.startsWith(prefix)) continue;
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    if (end >= 0) folders.add(key.slice(0, end + 1));
    else
      contents.push(
        `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>${etag}</ETag>` +
          `<Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
      );
  }
  const prefixes = [...folders].map(
    (folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`,
  );
  return `<ListBucketResult><Prefix>${prefix}</Prefix><IsTruncated>false</IsTruncated>${contents.join('')}${prefixes.join('')}</ListBucketResult>`;
}

function onObject(
  bucket: Map<string, StoredObject>,
  key: string,
  request: IncomingMessage,
  body: Buffer,
): Answer {
  const { method, headers } = request;
  if (method === 'DELETE') {
    bucket.delete(key);
    return { status: 204 };
  }
  if (method === 'PUT') {
    const bytes = headers['x-amz-content-sha256']?.includes('STREAMING') === true ? unchunked(body) : body;
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    bucket.set(key, { bytes, etag, modified: new Date(), metadata: metadataOf(request) });
    return { status: 200, headers: { ETag: etag } };
  }
  const found = bucket.get(key);
  if (!found) return fault(404, 'NoSuchKey');
  return method === 'GET' || method === 'HEAD' ? sent(found, headers.range) : fault(405, 'MethodNotAllowed');
}

function sent({ bytes, etag, modified, metadata }: StoredObject, range: string | undefined): Answer {
  const headers = {
    ...metadata,
    ETag: etag,
    'Last-Modified': modified.toUTCString(),
    'Accept-Ranges': 'bytes',
  };
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === '')
    return { status: 200, headers: { ...headers, 'Content-Length': String(bytes.length) }, body: bytes };
  const start = Number(first);
  const part = bytes.subarray(start, last === '' ? undefined : Number(last) + 1);
  const contentRange = `bytes ${first}-${start + part.length - 1}/${bytes.length}`;
  return { status: 206, headers: { ...headers, 'Content-Range': contentRange }, body: part };
}

function metadataOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      (header): header is [string, string] =>
        header[0].startsWith('x-amz-meta-') && typeof header[1] === 'string',
    ),
  );
}

/** Decodes a body that was signed in chunks. A line with its length and signature precedes each chunk. */
function unchunked(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.toString('latin1', at, end), 16);
    if (end < 0 || !(length > 0)) return Buffer.concat(pieces);
    pieces.push(body.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}

function xml(text: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
  return { status: 200, headers: { 'Content-Type': 'application/xml' }, body };
}

function fault(status: number, code: string): Answer {
  return { ...xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`), status };
}
