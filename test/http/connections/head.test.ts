import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { addToHead, headerList, prepareHead } from '../../../src/http/connections/head.ts';

describe('headers that go out with the head', () => {
  /** What an answer of this kind has of them. */
  async function answered(answer: (response: ServerResponse) => unknown): Promise<Headers> {
    const server = createServer((_, response) => {
      prepareHead(response, ['X-Frame-Options', 'DENY', 'X-Other', 'one']);
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      assert.equal(await response.text(), 'body');
      return response.headers;
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  const ways: Record<string, (response: ServerResponse) => unknown> = {
    'by end alone': (response) => response.end('body'),
    'by write': (response) => {
      response.write('bo');
      response.end('dy');
    },
    'with a list': (response) => response.writeHead(200, ['X-Own', '1']).end('body'),
    'with a list, after headers were set': (response) => {
      response.setHeader('X-Set', '1');
      response.writeHead(200, ['X-Own', '1']).end('body');
    },
    'with an object': (response) => response.writeHead(200, { 'X-Own': '1' }).end('body'),
    'with a reason': (response) => response.writeHead(200, 'Fine', { 'X-Own': '1' }).end('body'),
    'by Express': (response) => {
      const app = express();
      app.use((_, res) => void res.send('body'));
      app(response.req as never, response as never);
    },
  };
  for (const [way, answer] of Object.entries(ways))
    it(`are in an answer that is sent ${way}`, async () => {
      const headers = await answered(answer);
      assert.deepEqual([headers.get('x-frame-options'), headers.get('x-other')], ['DENY', 'one']);
      if (way.startsWith('with')) assert.equal(headers.get('x-own'), '1');
      if (way.includes('set')) assert.equal(headers.get('x-set'), '1');
    });

  for (const [way, answer] of Object.entries({
    'was set': (response: ServerResponse) => {
      response.setHeader('x-frame-options', 'SAMEORIGIN');
      response.writeHead(200, ['X-Own', '1']).end('body');
    },
    'comes in an object': (response: ServerResponse) =>
      response.writeHead(200, { 'X-Frame-Options': 'SAMEORIGIN' }).end('body'),
  }))
    it(`give way to one of the same name that ${way}`, async () => {
      assert.equal((await answered(answer)).get('x-frame-options'), 'SAMEORIGIN');
    });

  it('leave no trace of a head that could not be sent', async () => {
    const server = createServer((_, response) => {
      prepareHead(response, []);
      assert.throws(() => response.writeHead(200, ['X-Own', 'a\nb']), { code: 'ERR_INVALID_CHAR' });
      response.writeHead(500, []).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { status, statusText } = await fetch(
        `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      );
      assert.deepEqual([status, statusText], [500, 'Internal Server Error']);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it('can be added to, for one answer', async () => {
    const added = await answered((response) => {
      addToHead(response, 'X-Request-Id', '7');
      response.writeHead(200, []).end('body');
    });
    assert.deepEqual([added.get('x-request-id'), added.get('x-other')], ['7', 'one']);
    const next = await answered((response) => response.writeHead(200, []).end('body'));
    assert.equal(next.get('x-request-id'), null);
  });

  it('are listed without those that have no value', () => {
    assert.deepEqual(headerList({ A: '1', B: undefined, C: 2, D: ['3', '4'] }), [
      'A',
      '1',
      'C',
      2,
      'D',
      ['3', '4'],
    ]);
  });
});
