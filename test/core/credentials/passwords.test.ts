import assert from 'node:assert/strict';
import { Passwords, passwordFault } from '../../../src/core/credentials/passwords.ts';
import { CHEAP, refuses } from '../../support/accounts.ts';

describe('passwords', () => {
  const passwords = new Passwords(CHEAP);

  for (const password of [
    'with:colon: and :',
    'пароль 密码 🔑',
    'constructor',
    ' leading and trailing ',
    'ö'.repeat(512),
  ]) {
    it(`verify "${password.slice(0, 20)}" and nothing else`, async () => {
      const hash = await passwords.hash(password);
      assert.match(hash, /^\$argon2id\$/);
      assert.equal(await passwords.verify(hash, password), true);
      assert.equal(await passwords.verify(hash, `${password} `), false);
      assert.equal(await passwords.verify(hash, password.toUpperCase()), false);
      assert.equal(await passwords.verify(hash, ''), false);
    });
  }

  it('are the same however their characters are composed', async () => {
    const hash = await passwords.hash('Z\u00fcrichsee-Schiff');
    assert.equal(await passwords.verify(hash, 'Zu\u0308richsee-Schiff'), true);
  });

  it('have another hash each time', async () => {
    assert.notEqual(await passwords.hash('one and the same'), await passwords.hash('one and the same'));
  });

  it('carry the parameters that they were hashed with', async () => {
    const hash = await new Passwords({ ...CHEAP, memoryCost: 16 }).hash('made elsewhere');
    assert.match(hash, /\$m=16,p=1,t=1\$/);
    assert.equal(await passwords.verify(hash, 'made elsewhere'), true);
  });

  it('are hashed with 64 MiB unless told otherwise', async () => {
    assert.match(await new Passwords().hash('as in production'), /^\$argon2id\$v=19\$m=65536,p=4,t=3\$/);
  });

  it('are never right for nobody', async () => {
    assert.equal(await passwords.verifyDummy(''), false);
    assert.equal(await passwords.verifyDummy('anything'), false);
  });

  it('that are longer than any that was set are wrong, not an error', async () => {
    const hash = await passwords.hash('short enough');
    assert.equal(await passwords.verify(hash, 'x'.repeat(1_000_000)), false);
  });
});

/** Runs of Argon2 that end when the test says so. */
class Held extends Passwords {
  readonly #hash: Promise<string>;

  constructor() {
    super(CHEAP);
    this.#hash = super.hash('the right one');
  }

  async attempt(): Promise<boolean> {
    return this.verify(await this.#hash, 'the right one');
  }
}

describe('the password queue', () => {
  it('serves one and 33 that wait, and refuses the next', async () => {
    const passwords = new Held();
    await passwords.attempt();
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => passwords.attempt()));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.equal(refused.length, 40 - 1 - 33);
    for (const { reason } of refused) {
      assert.equal(reason.code, 'throttled');
      assert.ok(reason.retryAfter > 0);
    }
    assert.deepEqual(
      outcomes.slice(0, 34).map((outcome) => outcome.status === 'fulfilled' && outcome.value),
      Array<boolean>(34).fill(true),
    );
  });

  it('is free again afterwards, also when runs failed', async () => {
    const passwords = new Passwords(CHEAP);
    const broken = await Promise.allSettled(
      Array.from({ length: 34 }, () => passwords.verify('no hash', 'x')),
    );
    assert.ok(
      broken.every((outcome) => outcome.status === 'rejected' && outcome.reason.code !== 'throttled'),
    );
    const fine = await Promise.all(Array.from({ length: 34 }, () => passwords.verifyDummy('x')));
    assert.equal(fine.length, 34);
    await refuses(
      () => Promise.all(Array.from({ length: 35 }, () => passwords.verifyDummy('x'))),
      'throttled',
    );
  });
});

describe('the rule for passwords', () => {
  const good = [
    'ten chars!',
    'with:colon:',
    'ключ-от-двери',
    '🔑🔒🔓🗝🔐🚪🏠🪟🧱🛖',
    'x'.repeat(1023) + 'y',
    '__proto__.__proto__',
  ];
  const bad: [string, RegExp][] = [
    ['', /at least 10 characters/],
    ['nine char', /at least 10 characters/],
    ['🔑🔒🔓🗝🔐', /at least 10 characters/],
    ['ö'.repeat(513), /at most 1024 bytes/],
    ['password123', /most common/],
    ['PassWord1234', /most common/],
    ['QWERTYUIOP', /most common/],
    ['1234567890', /most common/],
    ['a lone surrogate \ud800', /well-formed/],
    ['dms_pat_looks-like-a-token', /access token/],
  ];
  for (const password of good) {
    it(`accepts "${password.slice(0, 20)}"`, () => assert.equal(passwordFault(password), undefined));
  }
  for (const [password, message] of bad) {
    it(`refuses "${password.slice(0, 20)}": ${message.source}`, () => {
      assert.match(passwordFault(password) ?? '', message);
    });
  }
});
