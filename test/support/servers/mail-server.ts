import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as received by the server. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** The complete message: headers, an empty line, the body. */
  readonly raw: string;
}

interface MailHouseOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Port of a server that was closed; default: any free port. */
  readonly port?: number;
  /** Refuses a recipient with a status such as 451 or 550; undefined accepts the recipient. */
  readonly refuse?: (address: string) => number | undefined;
  /** Credentials that clients must use. */
  readonly account?: { readonly user: string; readonly password: string };
}

/** A real SMTP server on its own port that stores received mails. */
export class MailHouse {
  readonly letters: Received[] = [];
  /** Refused recipients, one item per refusal. */
  readonly refused: string[] = [];
  /** Maximum number of concurrent connections so far. */
  most = 0;
  #connections = 0;
  #port = 0;
  readonly #host: string;
  readonly #server: SMTPServer;
  #arrived: () => void = () => undefined;

  private constructor(host: string, server: (house: MailHouse) => SMTPServer) {
    this.#host = host;
    this.#server = server(this);
  }

  static async open(options: MailHouseOptions = {}): Promise<MailHouse> {
    const house = new MailHouse(options.host ?? '127.0.0.1', (self) => serverOf(self, options));
    house.#server.listen(options.port ?? 0, house.#host);
    await once(house.#server.server, 'listening');
    house.#port = portOf(house.#server.server);
    return house;
  }

  /** Value for `smtp.url`. */
  get url(): string {
    return `smtp://${this.#host}:${this.#port}`;
  }

  /** Counts an opened or closed connection. */
  connected(change: 1 | -1): void {
    this.#connections += change;
    this.most = Math.max(this.most, this.#connections);
  }

  /** Stores a received mail. */
  put(letter: Received): void {
    this.letters.push(letter);
    this.#arrived();
  }

  /** Resolves once this many mails have arrived since the server was opened. */
  async holds(count: number): Promise<void> {
    const late = Date.now() + 240_000;
    while (this.letters.length < count) {
      if (Date.now() > late) throw new Error(`only ${this.letters.length} of ${count} letters have come`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 500);
        this.#arrived = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

function serverOf(house: MailHouse, { refuse, account }: MailHouseOptions): SMTPServer {
  return new SMTPServer({
    disabledCommands: account === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    // A reverse lookup would query the name servers of this machine.
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === account?.user && password === account?.password;
      done(isRight ? null : new Error('Invalid login'), isRight ? { user: username } : undefined);
    },
    onConnect: (_session, done) => {
      house.connected(1);
      done();
    },
    onClose: () => house.connected(-1),
    onRcptTo: ({ address }, _session, done) => {
      const status = refuse?.(address);
      if (status === undefined) done();
      else {
        house.refused.push(address);
        done(Object.assign(new Error('not here'), { responseCode: status }));
      }
    },
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        house.put({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(pieces).toString(),
        });
        done(null, `taken as ${house.letters.length}`);
      });
    },
  });
}

/** A server that accepts connections and never sends anything. */
export class SilentHouse {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    this.port = portOf(server);
  }

  static async open(): Promise<SilentHouse> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const house = new SilentHouse(server);
    server.on('connection', (socket) => {
      house.#sockets.add(socket);
      socket.on('close', () => house.#sockets.delete(socket));
      socket.on('error', () => undefined);
    });
    return house;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Number of clients that wait for a greeting. */
  get waiting(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** A mail parsed as by a mail program: header names in lower case, parts by type. */
export interface Opened {
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
}

/** Parses a multipart/alternative mail with a plain text and an HTML part. */
export function open({ raw }: Received): Opened {
  const [headers, body] = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error(`the letter has no parts:\n${raw}`);
  const parts = new Map<string, string>();
  for (const piece of body.split(`--${boundary}`).slice(1, -1)) {
    const [partHeaders, content] = split(piece.replace(/^\r\n/, ''));
    const [type = ''] = (partHeaders.get('content-type') ?? '').split(';');
    parts.set(type, decode(content, partHeaders.get('content-transfer-encoding') ?? ''));
  }
  return { headers, text: parts.get('text/plain') ?? '', html: parts.get('text/html') ?? '' };
}

function split(message: string): [ReadonlyMap<string, string>, string] {
  const end = message.indexOf('\r\n\r\n');
  const lines = message
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())] as const;
  });
  return [new Map(headers), message.slice(end + 4)];
}

function decode(content: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString();
  if (encoding !== 'quoted-printable') return content.replaceAll('\r\n', '\n');
  return bytesOf(content.replace(/=\r\n/g, '').replaceAll('\r\n', '\n')).toString();
}

/** Decodes the encoded words of a header (RFC 2047). */
function words(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : bytesOf(text.replaceAll('_', ' ')).toString('latin1'),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
}

function bytesOf(quoted: string): Buffer {
  const latin = quoted.replace(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(latin, 'latin1');
}
