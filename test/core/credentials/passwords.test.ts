import assert from 'node:assert/strict';
import { type Applicant, PasswordQueue } from '../../../src/core/credentials/password-queue.ts';
import { Passwords, passwordFault } from '../../../src/core/credentials/passwords.ts';
import { CHEAP } from '../../support/accounts.ts';

describe('passwords', () => {
  const passwords = new Passwords(CHEAP);
  const verify = (hash: string | undefined, password: string) =>
    passwords.verify(hash, password, { client: 'somebody', isKnown: true, beforeRun: () => undefined });

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
      assert.equal(await verify(hash, password), true);
      assert.equal(await verify(hash, `${password} `), false);
      assert.equal(await verify(hash, password.toUpperCase()), false);
      assert.equal(await verify(hash, ''), false);
    });
  }

  it('are the same however their characters are composed', async () => {
    const hash = await passwords.hash('Z\u00fcrichsee-Schiff');
    assert.equal(await verify(hash, 'Zu\u0308richsee-Schiff'), true);
  });

  it('have another hash each time', async () => {
    assert.notEqual(await passwords.hash('one and the same'), await passwords.hash('one and the same'));
  });

  it('carry the parameters that they were hashed with', async () => {
    const hash = await new Passwords({ ...CHEAP, memoryCost: 16 }).hash('made elsewhere');
    assert.match(hash, /\$m=16,p=1,t=1\$/);
    assert.equal(await verify(hash, 'made elsewhere'), true);
  });

  it('are hashed with 64 MiB unless told otherwise', async () => {
    assert.match(await new Passwords().hash('as in production'), /^\$argon2id\$v=19\$m=65536,p=4,t=3\$/);
  });

  it('are never right for nobody', async () => {
    assert.equal(await verify(undefined, ''), false);
    assert.equal(await verify(undefined, 'anything'), false);
  });

  it('that are longer than any that was set are wrong, not an error', async () => {
    const hash = await passwords.hash('short enough');
    assert.equal(await verify(hash, 'x'.repeat(1_000_000)), false);
  });
});

describe('the password queue', () => {
  /** Queues tasks of these clients at once. Tells who is refused, and in what order the others run. */
  async function atOnce(applicants: readonly Applicant[]) {
    const queue = new PasswordQueue();
    const order: number[] = [];
    let running = 0;
    const outcomes = await Promise.allSettled(
      applicants.map((applicant, index) =>
        queue.run(applicant, async () => {
          running += 1;
          assert.equal(running, 1);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          order.push(index);
        }),
      ),
    );
    const refused = outcomes.flatMap((outcome, index) => {
      if (outcome.status === 'fulfilled') return [];
      assert.equal(outcome.reason.code, 'throttled');
      assert.ok(outcome.reason.retryAfter > 0);
      return [index];
    });
    return { order, refused };
  }
  const clients = (count: number, isKnown: boolean, name = isKnown ? 'known' : 'stranger') =>
    Array.from({ length: count }, (_, index) => ({ client: `${name} ${index}`, isKnown }));
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

  it('gives a client two places, whatever else is free', async () => {
    const { order, refused } = await atOnce([
      ...clients(1, false),
      ...clients(1, false),
      ...clients(3, false),
    ]);
    assert.deepEqual(order, [0, 1, 3, 4]);
    assert.deepEqual(refused, [2]);
  });

  it('has places for known clients that strangers cannot take, and lets those who are known go first', async () => {
    const { order, refused } = await atOnce([...clients(20, false), ...clients(300, true)]);
    assert.deepEqual(order, [0, ...numbers(20, 320), ...numbers(1, 18)]);
    assert.deepEqual(refused, [18, 19]);
  });

  it('has an end for those who are known, too', async () => {
    const { refused } = await atOnce(clients(2003, true));
    assert.deepEqual(refused, [2001, 2002]);
  });

  it('is free again afterwards, also when tasks failed', async () => {
    const queue = new PasswordQueue();
    const [one] = clients(1, false);
    for (let round = 0; round < 3; round += 1) {
      const both = [0, 1].map(() => queue.run(one, () => Promise.reject(new Error('broken'))));
      for (const outcome of await Promise.allSettled(both))
        assert.ok(outcome.status === 'rejected' && outcome.reason.message === 'broken');
    }
    assert.equal(await queue.run(one, () => Promise.resolve('done')), 'done');
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
      assert.match(passwordFault(password)?.text ?? '', message);
    });
  }
});
