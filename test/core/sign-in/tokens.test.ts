import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { isTokenSecret, makeTokenSecret } from '../../../src/core/credentials/secrets.ts';
import type { UserActor } from '../../../src/model/people/actor.ts';
import {
  type CoreFixture,
  credentialId,
  DAY,
  MINUTE,
  openCoreFixture,
  PAGE,
  present,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';

describe('tokens', () => {
  let core: CoreFixture;
  beforeEach(async () => {
    core = await openCoreFixture();
    await core.user('root', { isAdmin: true });
    await core.user('ann');
  });
  afterEach(() => core.close());

  it('are made with a secret of which only the hash is kept', async () => {
    const ann = await core.session('ann');
    const { token, secret } = await core.dms.tokens.create(ann, { name: 'Laptop' });
    assert.match(secret, /^dms_pat_[0-9A-Za-z]{40}$/);
    assert.deepEqual(token, {
      id: token.id,
      userId: ann.userId,
      name: 'Laptop',
      scopes: ['read', 'write', 'webdav'],
      prefix: secret.slice(0, 12),
      createdAt: core.now(),
      expiresAt: null,
      lastUsedAt: null,
    });
    const row = core.database
      .prepare<[], { secret_sha256: string }>('SELECT secret_sha256 FROM tokens')
      .get();
    assert.equal(row?.secret_sha256, createHash('sha256').update(secret).digest('hex'));
    assert.equal(core.actions().at(-1), 'token_create token "Laptop" of user ann');
  });

  it('are listed newest first, expired ones included, page by page', async () => {
    const ann = await core.session('ann');
    for (const name of ['one', 'two', 'three']) {
      await core.dms.tokens.create(ann, { name, expiresAt: core.now() + MINUTE });
    }
    await core.token('root', ['read']);
    core.pass(2 * MINUTE);
    const { items, total } = core.dms.tokens.list(ann, { page: 1, perPage: 2 });
    assert.deepEqual([items.map(({ name }) => name), total], [['three', 'two'], 3]);
    assert.equal(core.dms.tokens.list(ann, { page: 2, perPage: 2 }).items[0]?.name, 'one');
  });

  it('refuse all that is wrong with a new one at once', async () => {
    const bad = { name: '', scopes: ['read', 'everything'], expiresAt: core.now() };
    const fields = ['name', 'scopes', 'expires_at'];
    const ann = await core.session('ann');
    await refuses(() => core.dms.tokens.create(ann, bad), 'invalid', fields);
    assert.equal(core.dms.tokens.list(ann, PAGE).total, 0);
  });

  it('have names of 1 to 100 characters', async () => {
    const ann = await core.session('ann');
    await core.dms.tokens.create(ann, { name: '🔑'.repeat(100) });
    for (const name of [' ', 'x'.repeat(101), 'a\tb']) {
      await refuses(() => core.dms.tokens.create(ann, { name }), 'invalid', ['name']);
    }
  });

  for (const scopes of [[], [''], ['READ'], ['constructor'], ['read,write']]) {
    it(`refuse the scopes ${JSON.stringify(scopes)}`, async () => {
      const ann = await core.session('ann');
      await refuses(() => core.dms.tokens.create(ann, { name: 'x', scopes }), 'invalid', ['scopes']);
    });
  }

  it('have each scope once', async () => {
    const { token } = await core.dms.tokens.create(await core.session('ann'), {
      name: 'x',
      scopes: ['webdav', 'read', 'read'],
    });
    assert.deepEqual(token.scopes, ['read', 'webdav']);
  });

  it('have the scope admin for administrators only', async () => {
    const input = { name: 'x', scopes: ['admin'] };
    const { tokens } = core.dms;
    await refuses(async () => tokens.create(await core.session('ann'), input), 'invalid', ['scopes']);
    await refuses(() => tokens.createFor(SYSTEM, 'ann', input), 'invalid', ['scopes']);
    await tokens.create(await core.session('root'), input);
    await tokens.createFor(SYSTEM, 'root', input);
  });

  it('that are made with a token have no more scopes than it has', async () => {
    const { tokens } = core.dms;
    const actor = await core.token('root', ['read', 'write']);
    await tokens.create(actor, { name: 'x', scopes: ['read', 'write'] });
    assert.deepEqual((await tokens.create(actor, { name: 'x' })).token.scopes, ['read', 'write']);
    for (const scopes of [['webdav'], ['read', 'admin']]) {
      await refuses(() => tokens.create(actor, { name: 'x', scopes }), 'invalid', ['scopes']);
    }
  });

  it('that are made with a token end no later than it', async () => {
    const { tokens } = core.dms;
    const session = await core.session('ann');
    const end = core.now() + DAY;
    const { secret } = await tokens.create(session, { name: 'parent', expiresAt: end });
    const actor = present(core.dms.authentication.byToken(secret, null));
    assert.equal((await tokens.create(actor, { name: 'x' })).token.expiresAt, end);
    assert.equal((await tokens.create(actor, { name: 'x', expiresAt: end - 1 })).token.expiresAt, end - 1);
    for (const expiresAt of [null, end + 1])
      await refuses(() => tokens.create(actor, { name: 'x', expiresAt }), 'invalid', ['expires_at']);
  });

  it('that are made with a token go with it, however many there are in between', async () => {
    const { tokens, authentication } = core.dms;
    const parent = await core.token('ann', ['write']);
    const beside = await core.token('ann', ['write']);
    const child = await tokens.create(parent, { name: 'child' });
    const middle = present(authentication.byToken(child.secret, null));
    const grandchild = await tokens.create(middle, { name: 'grandchild' });
    await tokens.revoke(await core.session('ann'), credentialId(parent));
    for (const { secret } of [parent, child, grandchild])
      assert.equal(authentication.byToken(secret, null), undefined);
    assert.ok(authentication.byToken(beside.secret, null));
  });

  it('are told of to their owner by mail', async () => {
    const wired = await openCoreFixture({ baseUrl: null });
    try {
      await wired.user('ann');
      await wired.dms.tokens.create(await wired.session('ann'), { name: 'Laptop' });
      const [letter, ...others] = wired.dms.mailQueue.due(9, new Set());
      assert.deepEqual([letter?.kind, letter?.address, others], ['token_created', 'ann@example.org', []]);
      assert.match(letter?.text ?? '', /Laptop/);
      assert.doesNotMatch(letter?.text ?? '', /dms_pat_/);
    } finally {
      await wired.close();
    }
  });

  for (const [name, distance] of [
    ['now', 0],
    ['in the past', -DAY],
    ['at no whole millisecond', 0.5],
    ['never, as a number', Infinity],
  ] as const) {
    it(`do not expire ${name}`, async () => {
      const input = { name: 'x', expiresAt: core.now() + distance };
      await refuses(() => core.dms.tokens.createFor(SYSTEM, 'ann', input), 'invalid', ['expires_at']);
    });
  }

  it('are good until they expire', async () => {
    const input = { name: 'x', expiresAt: core.now() + DAY };
    const { secret } = await core.dms.tokens.createFor(SYSTEM, 'ANN', input);
    core.pass(DAY - 1);
    assert.ok(core.dms.authentication.byToken(secret, null));
    core.pass(1);
    assert.equal(core.dms.authentication.byToken(secret, null), undefined);
    await refuses(
      () => core.dms.authentication.byBasic({ login: 'ann', password: secret, ip: null }),
      'unauthenticated',
    );
  });

  it('end with a token only themselves, those made with it, and those that can do no more', async () => {
    const { tokens } = core.dms;
    const ann = await core.session('ann');
    const writer = await core.token('ann', ['write']);
    const create = async (actor: UserActor, ...scopes: string[]) =>
      (await tokens.create(actor, { name: 'other', scopes })).token.id;
    for (const scopes of [['read', 'write', 'webdav'], ['read'], ['webdav'], ['read', 'write']]) {
      const id = await create(ann, ...scopes);
      await refuses(() => tokens.revoke(writer, id), 'forbidden');
      await tokens.revoke(ann, id);
    }
    await tokens.revoke(writer, await create(ann, 'write'));
    await tokens.revoke(writer, await create(writer, 'write'));
    await tokens.revoke(writer, credentialId(writer));
  });

  it('are invalid after revocation; only the owner can revoke them', async () => {
    const [ann, root] = [await core.session('ann'), await core.session('root')];
    const { token, secret } = await core.dms.tokens.create(ann, { name: 'Laptop' });
    await refuses(() => core.dms.tokens.revoke(root, token.id), 'not_found');
    assert.ok(core.dms.authentication.byToken(secret, null));
    await core.dms.tokens.revoke(ann, token.id);
    assert.equal(core.dms.authentication.byToken(secret, null), undefined);
    await refuses(() => core.dms.tokens.revoke(ann, token.id), 'not_found');
    assert.equal(core.actions().at(-1), 'token_revoke token "Laptop"');
  });

  it('are made at the command line for a login that exists', async () => {
    await refuses(() => core.dms.tokens.createFor(SYSTEM, 'nobody', { name: 'x' }), 'not_found');
    const { token } = await core.dms.tokens.createFor(SYSTEM, 'Ann', { name: 'x', scopes: ['read'] });
    assert.deepEqual(token.scopes, ['read']);
  });

  it('need somebody signed in, with the scope for it', async () => {
    const { tokens } = core.dms;
    await refuses(() => tokens.list(SYSTEM, PAGE), 'unauthenticated');
    await refuses(() => tokens.create({ kind: 'guest', ip: null }, { name: 'x' }), 'unauthenticated');
    const reader = await core.token('ann', ['read']);
    assert.equal(tokens.list(reader, PAGE).total, 1);
    await refuses(() => tokens.create(reader, { name: 'x', scopes: ['read'] }), 'forbidden');
    await refuses(() => tokens.revoke(reader, credentialId(reader)), 'forbidden');
  });

  it('are not made for who was deleted meanwhile', async () => {
    const ann = await core.session('ann');
    await core.dms.users.remove(SYSTEM, ann.userId);
    await refuses(() => core.dms.tokens.create(ann, { name: 'x' }), 'unauthenticated');
  });
});

describe('the secret of a token', () => {
  it('carries the CRC-32 of its random part in base 62', () => {
    // Bytes below 248 stand for themselves modulo 62: thirty-four times the digit 0, whose CRC-32 is 0x55ebb837.
    const secret = makeTokenSecret((size) => Buffer.alloc(size));
    const check = secret.slice(-6);
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const value = Array.from(check).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    assert.equal(secret.slice(0, -6), `dms_pat_${'0'.repeat(34)}`);
    assert.equal(value, crc32('0'.repeat(34)));
  });

  it('discards random bytes that would bias the characters', () => {
    let call = 0;
    const secret = makeTokenSecret((size) => Buffer.alloc(size, call++ === 0 ? 255 : 61));
    assert.ok(secret.startsWith(`dms_pat_${'z'.repeat(34)}`));
  });

  it('is recognised, and with any one character changed is not', () => {
    const secret = makeTokenSecret((size) =>
      Buffer.from(Array.from({ length: size }, (_, index) => index * 7)),
    );
    assert.equal(isTokenSecret(secret), true);
    for (let index = 0; index < secret.length; index += 1) {
      const other = secret[index] === 'x' ? 'y' : 'x';
      assert.equal(isTokenSecret(secret.slice(0, index) + other + secret.slice(index + 1)), false);
    }
    for (const wrong of ['', 'dms_pat_', secret.slice(0, -1), `${secret}0`, ` ${secret}`, `${secret}\n`]) {
      assert.equal(isTokenSecret(wrong), false);
    }
  });
});

/** Bit by bit, so that it shares nothing with what is tested. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
