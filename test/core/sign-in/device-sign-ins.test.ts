// Would catch a device that signs in without a user's consent, twice, too late, or as a user who may no longer.
import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import {
  type CoreFixture,
  credentialId,
  MINUTE,
  openCoreFixture,
  PAGE,
  refuses,
  SYSTEM,
} from '../../support/accounts.ts';

const IP = '198.51.100.7';

describe('a device sign-in', () => {
  let core: CoreFixture;
  let ann: UserActor;
  beforeEach(async () => {
    core = await openCoreFixture();
    await core.user('root', { isAdmin: true });
    await core.user('ann');
    ann = await core.session('ann');
  });
  afterEach(() => core.close());

  /** Starts one, and grants it as a user. @returns the poll secret */
  async function granted(actor: UserActor): Promise<string> {
    const { deviceSignIns } = core.dms;
    const { pollSecret, pageSecret } = deviceSignIns.start('Laptop', IP);
    const { confirmation } = deviceSignIns.question(actor, pageSecret);
    assert.equal(await deviceSignIns.grant(actor, pageSecret, confirmation), 'answered');
    return pollSecret;
  }

  it('gives the device a token that works on the drive only, once', async () => {
    const { authentication, deviceSignIns, tokens } = core.dms;
    const { pollSecret, pageSecret } = deviceSignIns.start('Laptop', IP);
    assert.notEqual(pollSecret, pageSecret);
    assert.equal(deviceSignIns.fetch(pollSecret), 'pending');
    const question = deviceSignIns.question(ann, pageSecret);
    assert.deepEqual(
      { ...question, confirmation: '' },
      { device: 'Laptop', ip: IP, isSameNetwork: false, confirmation: '' },
    );
    await deviceSignIns.grant(ann, pageSecret, question.confirmation);
    const [token] = tokens.list(ann, PAGE).items;
    assert.deepEqual([token?.name, token?.scopes, token?.expiresAt], ['Laptop', ['webdav'], null]);
    assert.equal(core.actions().at(-1), 'token_create token "Laptop" of user ann');
    const credentials = deviceSignIns.fetch(pollSecret);
    assert.ok(credentials !== undefined && credentials !== 'pending');
    assert.equal(credentials.login, 'ann');
    const actor = await authentication.byBasic({ login: 'ann', password: credentials.token, ip: IP });
    assert.equal(actor.credential.kind, 'token');
    deviceSignIns.fetched(pollSecret, true);
    assert.equal(deviceSignIns.fetch(pollSecret), undefined);
  });

  it('can be fetched again after an interrupted response, and not meanwhile', async () => {
    const { deviceSignIns } = core.dms;
    const secret = await granted(ann);
    const first = deviceSignIns.fetch(secret);
    assert.equal(deviceSignIns.fetch(secret), 'pending');
    deviceSignIns.fetched(secret, false);
    assert.deepEqual(deviceSignIns.fetch(secret), first);
  });

  it('is answered once, by a grant or a refusal', async () => {
    const { deviceSignIns } = core.dms;
    const { pollSecret, pageSecret } = deviceSignIns.start('Laptop', IP);
    const { confirmation } = deviceSignIns.question(ann, pageSecret);
    const [one, two] = await Promise.allSettled([
      deviceSignIns.grant(ann, pageSecret, confirmation),
      deviceSignIns.grant(ann, pageSecret, confirmation),
    ]);
    assert.deepEqual([one.status, two.status], ['fulfilled', 'rejected']);
    assert.equal(deviceSignIns.isOpen(pageSecret), false);
    await refuses(() => deviceSignIns.refuse(ann, pageSecret, confirmation), 'not_found');
    assert.notEqual(deviceSignIns.fetch(pollSecret), undefined);
    const other = deviceSignIns.start('Phone', IP);
    deviceSignIns.refuse(ann, other.pageSecret, deviceSignIns.question(ann, other.pageSecret).confirmation);
    await refuses(() => deviceSignIns.question(ann, other.pageSecret), 'not_found');
    assert.equal(deviceSignIns.fetch(other.pollSecret), undefined);
  });

  it('is not granted with the confirmation of another session or device', async () => {
    const { deviceSignIns, tokens } = core.dms;
    const { pageSecret } = deviceSignIns.start('Laptop', IP);
    const other = deviceSignIns.start('Phone', IP);
    const again = await core.session('ann');
    const wrong = [
      deviceSignIns.question(again, pageSecret).confirmation,
      deviceSignIns.question(ann, other.pageSecret).confirmation,
      '',
    ];
    for (const each of wrong) {
      assert.equal(await deviceSignIns.grant(ann, pageSecret, each), 'unconfirmed');
      assert.equal(deviceSignIns.refuse(ann, pageSecret, each), 'unconfirmed');
    }
    assert.equal(tokens.list(ann, PAGE).total, 0);
    assert.ok(deviceSignIns.isOpen(pageSecret));
  });

  it('is granted in a browser session only', async () => {
    const { deviceSignIns } = core.dms;
    const { pageSecret } = deviceSignIns.start('Laptop', IP);
    const token = await core.token('ann', ['read', 'write', 'webdav']);
    for (const actor of [token, SYSTEM, { kind: 'guest', ip: IP } as const]) {
      await refuses(() => deviceSignIns.question(actor, pageSecret), 'unauthenticated');
      await refuses(() => deviceSignIns.grant(actor, pageSecret, ''), 'unauthenticated');
    }
  });

  it('ends after 20 minutes, granted or not', async () => {
    const { deviceSignIns } = core.dms;
    const { pollSecret, pageSecret } = deviceSignIns.start('Laptop', IP);
    const secret = await granted(ann);
    core.pass(20 * MINUTE);
    assert.equal(deviceSignIns.isOpen(pageSecret), false);
    assert.equal(deviceSignIns.fetch(pollSecret), undefined);
    assert.equal(deviceSignIns.fetch(secret), undefined);
  });

  it('is not granted if the session ends before', async () => {
    const { deviceSignIns, sessions, tokens } = core.dms;
    const { pageSecret } = deviceSignIns.start('Laptop', IP);
    const { confirmation } = deviceSignIns.question(ann, pageSecret);
    await sessions.end(ann, credentialId(ann));
    await refuses(() => deviceSignIns.grant(ann, pageSecret, confirmation), 'unauthenticated');
    assert.ok(deviceSignIns.isOpen(pageSecret));
    assert.equal(tokens.list(await core.session('ann'), PAGE).total, 0);
  });

  it('gives nothing if the token is revoked, or the user disabled, before the device fetches it', async () => {
    const { deviceSignIns, tokens, users } = core.dms;
    const revoked = await granted(ann);
    await tokens.revoke(ann, tokens.list(ann, PAGE).items[0]?.id ?? 0);
    assert.equal(deviceSignIns.fetch(revoked), undefined);
    const ofDisabled = await granted(ann);
    await users.update(SYSTEM, ann.userId, { isDisabled: true });
    assert.equal(deviceSignIns.fetch(ofDisabled), undefined);
    await users.update(SYSTEM, ann.userId, { isDisabled: false });
    assert.equal(deviceSignIns.fetch(ofDisabled), undefined);
  });

  it('gives the device of a user whom an incident pauses no more than this user', async () => {
    core.elsewhere(
      `INSERT INTO incidents (user_id, kind, action, begun_at, detected_at, documents, examples)
       VALUES (?, 'renames', 'pause', 1, 1, 30, '[]')`,
      ann.userId,
    );
    const credentials = core.dms.deviceSignIns.fetch(await granted(await core.session('ann')));
    assert.ok(credentials !== undefined && credentials !== 'pending');
    const { login, token: password } = credentials;
    const device = await core.dms.authentication.byBasic({ login, password, ip: IP });
    assert.equal(device.isPaused, true);
    await refuses(() => core.dms.folders.create(device, { path: ['New'] }), 'forbidden');
  });

  it('is refused to an address, and then to all, that start too many', async () => {
    const { deviceSignIns } = core.dms;
    for (let count = 0; count < 20; count++) deviceSignIns.start('Laptop', `2001:db8::${String(count)}`);
    await refuses(() => deviceSignIns.start('Laptop', '2001:db8::ffff'), 'throttled');
    for (let count = 0; count < 1980; count++)
      deviceSignIns.start('Laptop', `10.${String(count >> 8)}.0.${String(count & 255)}`);
    await refuses(() => deviceSignIns.start('Laptop', '192.0.2.77'), 'throttled');
    core.pass(20 * MINUTE);
    deviceSignIns.start('Laptop', '2001:db8::ffff');
  });

  it('refuses a name that no token could have', async () => {
    for (const name of ['', 'a\nb', 'x'.repeat(101)])
      await refuses(() => core.dms.deviceSignIns.start(name, IP), 'invalid', ['device']);
  });
});
