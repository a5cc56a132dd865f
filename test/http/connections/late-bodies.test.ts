import assert from 'node:assert/strict';
import { once } from 'node:events';
import { IncomingMessage, type OutgoingHttpHeaders, request, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { mock } from 'node:test';
import { type RequestContext, readText } from '../../../src/webdav/request/request.ts';
import { type Service, startService } from '../../support/service.ts';
import { basic } from '../../webdav/client.ts';

describe('a request body that never comes', () => {
  let service: Service;

  beforeEach(async () => {
    service = await startService();
  });

  afterEach(() => service.stop());

  /** Sends a header, waits until the server asks for the body, and then lets 30 seconds pass. */
  async function answerAfter30s(method: string, path: string, headers: OutgoingHttpHeaders): Promise<number> {
    const sent = request({
      port: service.port,
      method,
      path,
      headers: { ...headers, Expect: '100-continue' },
    });
    const answered = once(sent, 'response');
    sent.flushHeaders();
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      await once(sent, 'continue');
      mock.timers.tick(30_000);
      const [response] = await answered;
      assert.ok(response instanceof IncomingMessage);
      assert.equal(response.headers.connection, 'close');
      return response.statusCode ?? 0;
    } finally {
      mock.timers.reset();
      sent.destroy();
    }
  }

  it('is 400 over REST after 30 seconds', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': 100 };
    assert.equal(await answerAfter30s('POST', '/api/login', headers), 400);
  });

  for (const method of ['PROPFIND', 'PROPPATCH', 'LOCK']) {
    it(`is 408 over WebDAV after 30 seconds: ${method}`, async () => {
      const { login, password } = await service.createUser('ann');
      const headers = { Authorization: basic(login, password), 'Content-Length': 100, Depth: 0 };
      assert.equal(await answerAfter30s(method, '/webdav/', headers), 408);
    });
  }

  it('ends the reading when the client has broken off before it began', async () => {
    const broken = new IncomingMessage(new Socket());
    broken.destroy();
    await once(broken, 'close');
    const context = { request: broken, response: new ServerResponse(broken) } as unknown as RequestContext;
    await assert.rejects(readText(context), /incomplete/);
  });
});
