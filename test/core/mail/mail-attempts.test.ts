import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import type { Mail } from '../../../src/storage/accounts/accounts.ts';
import { type CoreFixture, MINUTE, openCoreFixture, present } from '../../support/accounts.ts';
import { newUser, write } from '../../support/tree.ts';

describe('an attempt to send a letter', () => {
  let core: CoreFixture;
  let ann: UserActor;
  let ben: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture({ baseUrl: null });
    ann = await newUser(core, 'ann');
    ben = await newUser(core, 'ben');
  });
  afterEach(() => core.close());

  const waiting = () => core.dms.health.statistics().mails_waiting;
  const fails = () => core.actions().filter((line) => line.startsWith('mail_fail'));

  /** The letter that tells Ben of a share. */
  async function letter(expiresAt: number | null = null): Promise<Mail> {
    const entryId = await write(core.dms, ann, 'file');
    await core.dms.shares.create(ann, { entryId, users: ['ben'], permissions: 1, expiresAt, notify: true });
    return present(core.dms.mailQueue.due(1, new Set())[0]);
  }

  it('that failed for good is noted with the beginning of what the server said', async () => {
    await core.dms.mailQueue.failed(await letter(), { reason: 'x'.repeat(501), isPermanent: true });
    assert.deepEqual(fails(), [
      `mail_fail ““Name of ann” shared “file” with you” to ben@example.org: ${'x'.repeat(500)}`,
    ]);
  });

  it('changes nothing when the letter has gone meanwhile', async () => {
    const mail = await letter();
    await core.dms.mailQueue.sent(mail);
    for (const isPermanent of [true, false])
      await core.dms.mailQueue.failed(mail, { reason: 'x', isPermanent });
    assert.deepEqual([waiting(), fails()], [0, []]);
  });

  it('about a share is useless after its end, and given up when it was never made', async () => {
    const mail = await letter(core.now() + 10 * MINUTE);
    core.pass(10 * MINUTE - 1);
    await core.dms.mailQueue.giveUpExpired();
    assert.equal(waiting(), 1);
    core.pass(1);
    assert.deepEqual(core.dms.mailQueue.due(1, new Set()), []);
    await core.dms.mailQueue.giveUpExpired(new Set([mail.id]));
    assert.equal(waiting(), 1, 'while it is being made');
    await core.dms.mailQueue.giveUpExpired();
    assert.equal(waiting(), 0);
    assert.match(present(fails()[0]), /: sending was never attempted$/);
  });

  it('of a code that succeeded leaves nothing', async () => {
    const message = { kind: 'two_factor_code', code: '123456', expiresAt: core.now() + MINUTE } as const;
    core.dms.mailQueue.enqueue(
      { id: ben.userId, name: 'Ben', email: 'ben@example.org', language: null },
      message,
    );
    const [mail] = core.dms.mailQueue.due(1, new Set());
    assert.equal(mail?.shareId, null);
    await core.dms.mailQueue.sent(mail);
    assert.deepEqual([waiting(), fails()], [0, []]);
  });
});
