import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as ask, createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { lateListener } from '../../../src/http/connections/late-listener.ts';
import { createLogger } from '../../../src/log.ts';

/** A loader that the test lets succeed or fail. */
class Loader {
  /** How often it was asked. */
  count = 0;
  #settle: ((error?: Error) => void) | undefined;
  readonly #listener: RequestListener;

  constructor(listener: RequestListener) {
    this.#listener = listener;
  }

  load = (): Promise<RequestListener> => {
    this.count += 1;
    return new Promise((resolve, reject) => {
      this.#settle = (error) => (error === undefined ? resolve(this.#listener) : reject(error));
    });
  };

  settle(error?: Error): void {
    this.#settle?.(error);
  }
}

describe('a listener that is loaded when the first request comes', () => {
  const arrived: (string | undefined)[] = [];
  let lines: string[];
  let loader: Loader;
  let server: ReturnType<typeof createServer>;
  let received: number;

  beforeEach(async () => {
    arrived.length = 0;
    lines = [];
    received = 0;
    loader = new Loader(({ url, readableDidRead }, response) => {
      arrived.push(url);
      response.end(`read before: ${readableDidRead}`);
    });
    const destination = { write: (line: string) => lines.push(line) };
    const log = createLogger({ level: 'info', format: 'json', destination });
    const listener = lateListener(loader.load, log);
    server = createServer((request, response) => {
      received += 1;
      listener(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  function send(path: string, body = ''): ReturnType<typeof ask> {
    const { port } = server.address() as AddressInfo;
    const request = ask({ port, path, method: 'POST', agent: false });
    request.on('error', () => undefined).end(body);
    return request;
  }

  async function answerOf(request: ReturnType<typeof ask>): Promise<string> {
    const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer> & { statusCode: number }];
    let text = '';
    for await (const chunk of response) text += chunk.toString();
    return `${response.statusCode} ${text}`;
  }

  async function untilReceived(count: number): Promise<void> {
    while (received < count) await turn();
  }

  it('is loaded once, and the requests that came meanwhile are answered in their order', async () => {
    assert.equal(loader.count, 0);
    const first = send('/1', 'body');
    await untilReceived(1);
    const second = send('/2', 'body');
    await untilReceived(2);
    const answers = Promise.all([first, second].map(answerOf));
    loader.settle();
    assert.deepEqual(await answers, ['200 read before: false', '200 read before: false']);
    assert.equal(await answerOf(send('/3')), '200 read before: false');
    assert.deepEqual(arrived, ['/1', '/2', '/3']);
    assert.equal(loader.count, 1);
  });

  it('answers 500 and logs it when it cannot be loaded, and is loaded by the next request', async () => {
    const refused = send('/1');
    await untilReceived(1);
    loader.settle(new Error('no room'));
    assert.equal(await answerOf(refused), '500 Internal server error\n');
    assert.match(lines.join(''), /"level":"error".*no room/);
    const answered = send('/2');
    await untilReceived(2);
    loader.settle();
    assert.equal(await answerOf(answered), '200 read before: false');
    assert.deepEqual(arrived, ['/2']);
  });

  it('does not get a request whose client has gone', async () => {
    const gone = send('/1');
    await untilReceived(1);
    const stays = send('/2');
    await untilReceived(2);
    gone.destroy();
    for (let count = 0; (await connections()) > 1; count += 1) assert.ok(count < 1000);
    loader.settle();
    assert.equal(await answerOf(stays), '200 read before: false');
    assert.deepEqual(arrived, ['/2']);
  });

  async function connections(): Promise<number> {
    await turn();
    return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  }
});
