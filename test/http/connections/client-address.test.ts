import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { clientAddress, noteUnixPeer } from '../../../src/http/connections/client-address.ts';

function requestFrom(peer: string | undefined, forwardedFor?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const req = new IncomingMessage(socket);
  if (forwardedFor !== undefined) req.headers['x-forwarded-for'] = forwardedFor;
  return req;
}

describe('the address of a client', () => {
  it('is that of the peer when no proxy is trusted, an IPv4 one in its own form', () => {
    assert.equal(clientAddress(false)(requestFrom('::ffff:192.0.2.1', '198.51.100.7')), '192.0.2.1');
    assert.equal(clientAddress(false)(requestFrom('2001:db8::ffff:192.0.2.1')), '2001:db8::ffff:192.0.2.1');
  });

  it('is not known when the connection is closed', () => {
    assert.equal(clientAddress(false)(requestFrom(undefined)), null);
  });

  it('is what the peer of a Unix socket says where that is trusted, and else not known', () => {
    const overUnix = (): IncomingMessage => {
      const request = requestFrom(undefined, '203.0.113.9, 198.51.100.7');
      noteUnixPeer(request.socket);
      return request;
    };
    assert.equal(clientAddress(false)(overUnix()), null);
    assert.equal(clientAddress(['loopback'])(overUnix()), null);
    assert.equal(clientAddress(['unix'])(overUnix()), '198.51.100.7');
    assert.equal(clientAddress(['unix', '198.51.100.0/24'])(overUnix()), '203.0.113.9');
    assert.equal(clientAddress(1)(overUnix()), '198.51.100.7');
    assert.equal(clientAddress(['unix'])(requestFrom(undefined, '198.51.100.7')), null);
    assert.equal(clientAddress(['unix'])(requestFrom('127.0.0.1', '198.51.100.7')), '127.0.0.1');
  });

  it('is what a trusted proxy says, and no more than that', () => {
    assert.equal(
      clientAddress(['loopback'])(requestFrom('127.0.0.1', '203.0.113.9, 198.51.100.7')),
      '198.51.100.7',
    );
    assert.equal(clientAddress(['loopback'])(requestFrom('192.0.2.1', '198.51.100.7')), '192.0.2.1');
    assert.equal(clientAddress(1)(requestFrom('10.0.0.1', '198.51.100.7')), '198.51.100.7');
    assert.equal(clientAddress(1)(requestFrom('10.0.0.1', '203.0.113.9, 198.51.100.7')), '198.51.100.7');
  });

  for (const text of ['nonsense', '192.0.2.300', 'unknown', '<script>', '198.51.100.7:80']) {
    it(`is that of the proxy that says ${JSON.stringify(text)}, which is no address`, () => {
      assert.equal(clientAddress(['loopback'])(requestFrom('127.0.0.1', text)), '127.0.0.1');
      assert.equal(clientAddress(2)(requestFrom('10.0.0.1', `${text}, 10.0.0.2`)), '10.0.0.2');
      assert.equal(clientAddress(3)(requestFrom('10.0.0.1', `192.0.2.1, ${text}, 10.0.0.2`)), '10.0.0.2');
    });
  }

  it('may be an IPv6 one', () => {
    assert.equal(clientAddress(1)(requestFrom('::1', '2001:db8::1')), '2001:db8::1');
  });
});
