import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { StreamedBody } from '../../../src/webdav/protocol/protocol.ts';

/** Texts of one, two, three and four bytes a character, also such that do not fit into a piece. */
const texts = fc.array(
  fc
    .record({ character: fc.constantFrom('a', 'é', '文', '😀', '\ud800'), count: fc.nat(40_000) })
    .map(({ character, count }) => character.repeat(count)),
  { maxLength: 20 },
);

describe('a body that is sent in pieces', () => {
  /** @param maxCopy 0: no copy is asked for */
  async function received(parts: readonly string[], maxCopy: number) {
    const copies: (Buffer | undefined)[] = [];
    const sent: Buffer[] = [];
    let closed: Promise<unknown> = Promise.resolve();
    const respond = async (response: ServerResponse): Promise<void> => {
      for (const name of ['write', 'end'] as const) {
        const send = response[name].bind(response) as (chunk: unknown, ...others: unknown[]) => never;
        response[name] = (chunk: unknown, ...others: unknown[]) => {
          if (Buffer.isBuffer(chunk)) sent.push(chunk);
          return send(chunk, ...others);
        };
      }
      closed = once(response, 'close');
      const body = new StreamedBody(response, '<start>', '<end>', { status: 200, headers: {} });
      let room = maxCopy;
      if (maxCopy > 0) body.keepCopy((bytes) => (room -= bytes) >= 0);
      for (const part of parts) {
        body.append(part);
        if (body.isFull) await body.flush();
      }
      copies.push(body.end());
    };
    const server = createServer((_, response) => void respond(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const body = Buffer.from(await response.arrayBuffer());
      await closed;
      return { body, copy: copies[0], sent };
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  it('arrives as it was written, and so is its copy', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (parts) => {
        const whole = Buffer.from(`<start>${parts.join('')}<end>`);
        const { body, copy } = await received(parts, whole.length);
        assert.ok(body.equals(whole));
        assert.ok(copy?.equals(whole));
      }),
      { numRuns: 30, seed: 1 },
    );
  });

  it('has no copy if it is longer than that may be, or nobody asked for one', async () => {
    const parts = ['x'.repeat(100_000)];
    assert.equal((await received(parts, 100_000)).copy, undefined);
    assert.equal((await received(parts, 0)).copy, undefined);
    assert.equal((await received(['x'], 0)).body.toString(), '<start>x<end>');
  });

  it('keeps a short copy in memory of its own', async () => {
    const { copy } = await received(['x'.repeat(5000)], 10_000);
    assert.equal(copy?.buffer.byteLength, copy?.length);
  });

  const long = ['a', 'b', 'c', 'd'].map((text) => text.repeat(60_000));
  for (const [state, maxCopy, copied] of [
    ['', 0, undefined],
    [', and keeps that of the copy', 2 ** 20, 240_012],
    [', also where there was no room for the whole copy', 200_000, undefined],
  ] as const)
    it(`gives the memory of what was sent back${state}`, async () => {
      const { sent, copy } = await received(long, maxCopy);
      assert.ok(sent.length > 2);
      assert.deepEqual(new Set(sent.map(({ length }) => length)), new Set([0]));
      assert.equal(copy?.length, copied);
    });

  it('leaves the memory of what the client did not take: the system may still be reading it', async () => {
    const refused: Buffer[] = [];
    const server = createServer((request, response) => {
      const write = response.write.bind(response) as (
        chunk: Buffer,
        done: (error?: Error) => void,
      ) => boolean;
      Object.assign(response, {
        write: (chunk: Buffer, done: (error?: Error) => void) =>
          write(chunk, (error) => {
            done(error);
            if (error) refused.push(chunk);
          }),
      });
      const body = new StreamedBody(response, '<start>', '<end>', { status: 200, headers: {} });
      for (let count = 0; count < 30; count += 1) body.append('x'.repeat(1_000_000));
      void body.flush();
      request.socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await assert.rejects(
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).then((response) => response.text()),
    );
    await new Promise((resolve) => server.close(resolve));
    assert.ok(refused.length > 0);
    assert.ok(refused.every(({ length }) => length >= 1_000_000));
  });

  it('has no copy if the client went away: it may not be whole', async () => {
    const copy = await new Promise((resolve, reject) => {
      const server = createServer((request, response) => {
        const body = new StreamedBody(response, '<start>', '<end>', { status: 200, headers: {} });
        body.keepCopy(() => true);
        response.on('close', () => {
          server.close();
          resolve(body.end());
        });
        request.socket.destroy();
      });
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        fetch(`http://127.0.0.1:${port}`).then(
          () => reject(new Error('it was answered')),
          () => undefined,
        );
      });
    });
    assert.equal(copy, undefined);
  });
});
