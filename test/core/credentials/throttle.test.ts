import assert from 'node:assert/strict';
import { Throttle } from '../../../src/core/credentials/throttle.ts';
import { MINUTE, refuses } from '../../support/accounts.ts';

describe('throttle', () => {
  let time = 0;
  let throttle: Throttle;
  beforeEach(() => {
    time = 1_000_000_000;
    throttle = new Throttle({ now: () => time }, { limits: { maxFailures: 5, windowMinutes: 15 } });
  });

  const ann = { login: 'ann', ip: '192.0.2.1', isKnown: true };

  function isBlocked(login: string, ip: string | null, isKnown = true): boolean {
    try {
      throttle.check({ login, ip, isKnown });
      return false;
    } catch {
      return true;
    }
  }

  function fail(times: number, login = 'ann', ip: string | null = '192.0.2.1') {
    for (let count = 0; count < times; count += 1) throttle.fail(login, ip);
  }

  it('blocks after the fifth failure and says for how long', async () => {
    fail(4);
    throttle.check(ann);
    time += MINUTE;
    fail(1);
    const error = await refuses(() => throttle.check(ann), 'throttled');
    assert.equal(error.retryAfter, 15 * 60);
    time += 15 * MINUTE - 1;
    assert.equal((await refuses(() => throttle.check(ann), 'throttled')).retryAfter, 1);
    time += 1;
    throttle.check(ann);
  });

  it('starts from nothing after a block', () => {
    fail(5);
    time += 15 * MINUTE;
    fail(4);
    assert.equal(isBlocked('ann', '192.0.2.1'), false);
  });

  it('blocks that login at that address only', () => {
    fail(5);
    assert.equal(isBlocked('ann', '192.0.2.1'), true);
    assert.equal(isBlocked('ANN', '192.0.2.1'), true);
    assert.equal(isBlocked('ann', '192.0.2.2'), false);
    assert.equal(isBlocked('ann', null), false);
    assert.equal(isBlocked('bob', '192.0.2.1'), false);
  });

  it('counts failures of the last window only', () => {
    fail(4);
    time += 15 * MINUTE;
    fail(4);
    assert.equal(isBlocked('ann', '192.0.2.1'), false);
    fail(1);
    assert.equal(isBlocked('ann', '192.0.2.1'), true);
  });

  it('forgets failures at a success', () => {
    fail(4);
    throttle.succeed({ login: 'ann', email: 'ann@example.org' }, '192.0.2.1');
    fail(4);
    assert.equal(isBlocked('ann', '192.0.2.1'), false);
  });

  it('blocks an address after ten times as many failures, for login names that are not known there', () => {
    for (let number = 0; number < 49; number += 1) throttle.fail(`login-${number}`, '192.0.2.1');
    assert.equal(isBlocked('ann', '192.0.2.1', false), false);
    throttle.succeed({ login: 'login-0', email: 'login-0@example.org' }, '192.0.2.1');
    fail(1, 'the last');
    assert.equal(isBlocked('ann', '192.0.2.1', false), true);
    assert.equal(isBlocked('ann', '192.0.2.1', true), false);
    assert.equal(isBlocked('ann', '192.0.2.2', false), false);
    time += 15 * MINUTE;
    assert.equal(isBlocked('ann', '192.0.2.1', false), false);
  });

  it('never blocks when it is off', () => {
    throttle = new Throttle({ now: () => time }, { limits: { maxFailures: 0, windowMinutes: 15 } });
    fail(1000);
    assert.equal(isBlocked('ann', '192.0.2.1'), false);
  });

  for (const [name, one, other, same] of [
    ['another customer, by the last two digits', '2001:db8:1:2::1', '2001:DB8:1:2ff:ffff::', false],
    ['one customer, last digits differ', '2001:db8:1:201::1', '2001:db8:1:2ff:9::', true],
    ['one customer, shortened otherwise', '2001:db8::1', '2001:0db8:0:00ff:1:2:3:4', true],
    ['another customer', '2001:db8:1:200::1', '2001:db8:1:300::1', false],
    ['another network', '2001:db8::1', '2001:db9::1', false],
    ['one link-local network', 'fe80::1%eth0', 'fe80::2', true],
    ['an IPv4 address in IPv6 form', '::ffff:192.0.2.9', '192.0.2.9', true],
    ['an IPv4 address of many digits in IPv6 form', '::ffff:192.168.100.200', '192.168.100.200', true],
    ['zeros left out at the start', '::1:2:3:4:5:6:7', '0:1:2:3:4:5:6:7', true],
    ['zeros left out in between', '1:2::4:5:6:7:8', '1:2:0:4:5:6:7:8', true],
    ['an IPv6 address that ends like an IPv4 one', '64:ff9b::ffff:192.0.2.9', '192.0.2.9', false],
    ['two IPv4 addresses in IPv6 form', '::ffff:192.0.2.9', '::ffff:192.0.2.8', false],
  ] as const) {
    it(`takes ${one} and ${other} for ${same ? 'one' : 'two'}: ${name}`, () => {
      fail(5, 'ann', one);
      assert.equal(isBlocked('ann', other), same);
    });
  }

  for (const login of ['constructor', '__proto__', 'x'.repeat(100_000), '\0']) {
    it(`counts for the login "${login.slice(0, 12)}" like for any`, () => {
      assert.equal(isBlocked(login, null), false);
      fail(5, login, null);
      assert.equal(isBlocked(login, null), true);
    });
  }

  it('keeps a bounded number of logins, the last that failed', () => {
    fail(5);
    for (let number = 0; number < 19_999; number += 1) throttle.fail(`login-${number}`, null);
    assert.equal(isBlocked('ann', '192.0.2.1'), true);
    throttle.fail('one more', null);
    assert.equal(isBlocked('ann', '192.0.2.1'), false);
  });
});
