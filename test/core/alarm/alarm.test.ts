// Would catch: an alarm that rings too late, twice, or for a change that was rolled back or makes nothing unreadable.
import assert from 'node:assert/strict';
import type { UserActor } from '../../../src/model/people/actor.ts';
import { type CoreFixture, MINUTE, openCoreFixture, PAGE, SYSTEM } from '../../support/accounts.ts';
import { encrypted, extensionAt, soundContent } from '../../support/alarm.ts';
import { makeFolder, newUser, onto, putTo, write } from '../../support/tree.ts';

const LIMIT = 30;

describe('the alarm', () => {
  let core: CoreFixture;
  let ann: UserActor;

  beforeEach(async () => {
    core = await openCoreFixture({ baseUrl: null });
    await newUser(core, 'boss', { isAdmin: true });
    ann = await newUser(core, 'ann');
  });
  afterEach(() => core.close());

  const incidents = async () => {
    await core.dms.alarm.settled();
    return core.dms.incidents.list(SYSTEM, false, PAGE).items;
  };

  async function documents(count: number, extension = extensionAt) {
    const found: { id: number; name: string; content: Buffer }[] = [];
    for (let number = 0; number < count; number += 1) {
      const content = soundContent(extension(number), number);
      const name = `d${String(number)}.${extension(number)}`;
      found.push({ id: await write(core.dms, ann, name, content), name, content });
    }
    return found;
  }

  const overwrite = (id: number, content: Buffer) => putTo(core.dms, ann, onto(core.dms, ann, id), content);
  const rename = (id: number, name: string) => core.dms.documents.update(ann, id, { name });

  it('rings when the thirtieth document of a user is overwritten with an encrypted content', async () => {
    const all = await documents(LIMIT + 5);
    for (const { id, content } of all.slice(0, LIMIT - 1)) await overwrite(id, encrypted(content));
    assert.deepEqual(await incidents(), []);
    for (const { id, content } of all.slice(LIMIT - 1)) await overwrite(id, encrypted(content));
    const [incident, ...others] = await incidents();
    assert.deepEqual(others, []);
    assert.equal(incident?.kind, 'overwrites');
    assert.equal(incident.login, 'ann');
    assert.equal(incident.examples.length, 10);
    assert.ok(incident.documents >= LIMIT);
    assert.ok(core.actions().some((action) => action.startsWith('alarm user ann, overwritten documents: ')));
  });

  it('sends one e-mail to each administrator, and raises the number of documents', async () => {
    const all = await documents(100);
    for (const { id, content } of all) {
      await overwrite(id, encrypted(content));
      await core.dms.alarm.settled();
    }
    const [incident] = await incidents();
    assert.ok(incident && incident.documents >= 90, String(incident?.documents));
    const mails = core.dms.mailQueue.due(10, new Set()).filter(({ kind }) => kind === 'alarm');
    assert.deepEqual(
      mails.map(({ address }) => address),
      ['boss@example.org'],
    );
    assert.match(mails[0]?.text ?? '', /30 documents were overwritten .*“ann”/);
    assert.match(mails[0]?.text ?? '', /dms undo --login ann --since 2026-01-31T11:59:00\.000Z/);
  });

  it('rings for renames to one unknown extension, and for no other rename', async () => {
    const all = await documents(40);
    for (const { id, name } of all) await rename(id, `${name}.bak`);
    for (const { id, name } of all) await rename(id, `old ${name}`);
    for (const [index, { id, name }] of all.entries()) await rename(id, `${name}.x${String(index)}x`);
    assert.deepEqual(await incidents(), []);
    for (const { id, name } of all) await rename(id, name);
    for (const { id, name } of all) await rename(id, `${name}.locked`);
    assert.equal((await incidents())[0]?.kind, 'renames');
  });

  it('rings for encrypted documents in the place of deleted ones', async () => {
    const all = await documents(40);
    for (const { id, name, content } of all) {
      await write(core.dms, ann, `${name}.enc`, encrypted(content));
      await core.dms.entries.remove(ann, id);
    }
    assert.equal((await incidents())[0]?.kind, 'replacements');
  });

  it('rings for encrypted documents with other names in the place of deleted ones', async () => {
    const all = await documents(40);
    for (const [index, { id, content }] of all.entries()) {
      await core.dms.entries.remove(ann, id);
      await write(core.dms, ann, `A6F${String(index)}`, encrypted(content));
    }
    assert.equal((await incidents())[0]?.kind, 'replacements');
  });

  it('rings for documents that are renamed first and encrypted then', async () => {
    const all = await documents(40);
    for (const { id, content } of all) {
      await rename(id, `${String(id)}.${String(id)}x`);
      await overwrite(id, encrypted(content));
    }
    assert.equal((await incidents())[0]?.kind, 'overwrites');
  });

  it('counts a document once, and only within the window', async () => {
    const all = await documents(40);
    for (const { id, content } of all.slice(0, 20)) {
      await overwrite(id, encrypted(content));
      await overwrite(id, encrypted(content));
    }
    core.pass(6 * MINUTE);
    for (const { id, content } of all.slice(20)) await overwrite(id, encrypted(content));
    assert.deepEqual(await incidents(), []);
  });

  it('ignores contents that are what their names say, and those that never were', async () => {
    const all = await documents(60);
    for (const [index, { id }] of all.entries())
      await overwrite(id, soundContent(extensionAt(index), index + 1000));
    const vaults = await makeFolder(core.dms, ann, 'vaults');
    for (let number = 0; number < 60; number += 1) {
      const id = await write(
        core.dms,
        ann,
        `v${String(number)}.dat`,
        encrypted(soundContent('txt', 1)),
        vaults,
      );
      await overwrite(id, encrypted(soundContent('txt', 2)));
      await write(core.dms, ann, `photo${String(number)}.arw`, soundContent('jpg', number));
    }
    for (const { id } of all) await core.dms.entries.remove(ann, id);
    assert.deepEqual(await incidents(), []);
  });

  it('ignores new documents of an unknown format in other folders than the deleted ones', async () => {
    const all = await documents(60);
    const folder = await makeFolder(core.dms, ann, 'objects');
    for (const { id, name, content } of all) {
      await write(core.dms, ann, `${name}x`.replace('.', ''), encrypted(content), folder);
      await core.dms.entries.remove(ann, id);
    }
    assert.deepEqual(await incidents(), []);
  });

  it('ignores changes that are refused', async () => {
    const all = await documents(40);
    const ben = await newUser(core, 'ben');
    for (const { id, name } of all)
      await assert.rejects(core.dms.documents.update(ben, id, { name: `${name}.locked` }));
    assert.deepEqual(await incidents(), []);
  });

  it('begins a new incident after the first one was lifted by another process', async () => {
    const all = await documents(80);
    for (const { id, content } of all.slice(0, 40)) await overwrite(id, encrypted(content));
    const [first] = await incidents();
    await core.again().incidents.lift(SYSTEM, first?.id ?? 0);
    for (const { id, content } of all.slice(40, 60)) await overwrite(id, encrypted(content));
    assert.equal((await incidents()).length, 1);
    for (const { id, content } of all.slice(60)) await overwrite(id, encrypted(content));
    assert.equal((await incidents()).length, 2);
  });
});
