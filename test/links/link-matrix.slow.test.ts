// Would catch a link with which a stranger does what its kind does not allow, or anything once it does not work.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import { READ, SHARE } from '../../src/model/entries/permissions.ts';
import { Database } from '../../src/storage/database/database.ts';
import { type Account, type Service, startService } from '../support/service.ts';
import { snapshotOf } from '../support/tree.ts';
import { type Office, officeOf } from '../web/support/office.ts';
import { basic, DavClient } from '../webdav/client.ts';
import { Sender } from './sender.ts';
import { enterPassword, type LinkOptions, makeLink, visit } from './visitor.ts';

/*
 * The access matrix for visitors of links. The linked folder `Contracts` has the document `lease.txt` and the folder
 * `Old`; it lies in the folder `Above`, which also has `beside.txt`. All links are made by members of the group that the
 * configuration allows, except the one of the column `outsider`.
 *
 *   view, download, edit, upload   the kinds of links
 *   locked     of kind `edit`, with a password that the visitor has not entered
 *   entered    of kind `edit`, with a password that the visitor has entered
 *   ended      its time is over
 *   spent      it has had its last download
 *   disabled   its creator is disabled
 *   revoked    its creator may no longer share the folder
 *   outsider   its creator is in no group that may make links
 *   trash      the folder is in the trash
 *   deleted    the link was deleted
 *
 *   ok   done
 *   ask  the page that asks for the password, and nothing else
 *   404  the response to a code that never was
 *   401  a code is no credential
 */
const MATRIX = `
                          view download edit upload locked entered ended spent disabled revoked outsider trash deleted
  open page               ok   ok       ok   ok     ask    ok      404   404   404      404     404      404   404
  open folder beneath     ok   ok       ok   404    ask    ok      404   404   404      404     404      404   404
  open document           ok   ok       ok   404    ask    ok      404   404   404      404     404      404   404
  preview document        ok   ok       ok   404    ask    ok      404   404   404      404     404      404   404
  download document       404  ok       ok   404    ask    ok      404   404   404      404     404      404   404
  download folder         404  ok       ok   404    ask    ok      404   404   404      404     404      404   404
  send files in a form    404  404      ok   ok     ask    ok      404   404   404      404     404      404   404
  send file beneath       404  404      ok   404    ask    ok      404   404   404      404     404      404   404
  begin upload            404  404      ok   ok     ask    ok      404   404   404      404     404      404   404
  continue another visit  404  404      404  404    ask    404     404   404   404      404     404      404   404
  send version            404  404      ok   404    ask    ok      404   404   404      404     404      404   404
  open folder above       404  404      404  404    ask    404     404   404   404      404     404      404   404
  open document beside    404  404      404  404    ask    404     404   404   404      404     404      404   404
  download beside         404  404      404  404    ask    404     404   404   404      404     404      404   404
  send version beside     404  404      404  404    ask    404     404   404   404      404     404      404   404
  code as token           401  401      401  401    401    401     401   401   401      401     401      401   401
  code on the drive       401  401      401  401    401    401     401   401   401      401     401      401   401
`;

const GROUP = 'Sales';
const PASSWORD = 'three red bicycles';
const DAY_MS = 86_400_000;
const SECRETS = /lease|Old|beside|Contracts/;

interface Scene {
  readonly path: string;
  readonly above: number;
  readonly folder: number;
  readonly below: number;
  readonly lease: number;
  readonly beside: number;
  readonly cookie: string;
  /** Path of an upload that another visitor of another link to the folder has begun. */
  readonly upload: string;
}

interface Got {
  readonly status: number;
  readonly text: string;
}

type Attempt = (service: Service, scene: Scene, sender: Sender) => Promise<Got>;

const at = (path: (scene: Scene) => string): Attempt => {
  return (service, scene) => visit(service, scene.path + path(scene), { Cookie: scene.cookie });
};
const NEW = { 'new.txt': 'by a stranger' };
const VERSION = { version: '1', name: 'Ben', email: '' };

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'open page': at(() => ''),
  'open folder beneath': at(({ below }) => `/${String(below)}`),
  'open document': at(({ lease }) => `/${String(lease)}`),
  'preview document': at(({ lease }) => `/${String(lease)}/preview`),
  'download document': at(({ lease }) => `/${String(lease)}/download`),
  'download folder': at(({ folder }) => `/${String(folder)}/zip`),
  'send files in a form': (_service, _scene, sender) => sender.form(NEW, { name: 'Ben', email: '' }),
  'send file beneath': (_service, { below }, sender) =>
    sender.form(NEW, { name: 'Ben', email: '' }, `/${String(below)}/files`),
  'begin upload': (_service, _scene, sender) => sender.create('new.txt', 10),
  'continue another visit': (_service, { upload, path }, sender) =>
    sender.append(`${path}/uploads/${upload.slice(upload.lastIndexOf('/') + 1)}`, 0, 'x'),
  'send version': (_service, { lease }, sender) =>
    sender.form({ 'lease.txt': 'changed' }, VERSION, `/${String(lease)}/version`),
  'open folder above': at(({ above }) => `/${String(above)}`),
  'open document beside': at(({ beside }) => `/${String(beside)}`),
  'download beside': at(({ beside }) => `/${String(beside)}/download`),
  'send version beside': (_service, { beside }, sender) =>
    sender.form({ 'beside.txt': 'changed' }, VERSION, `/${String(beside)}/version`),
  'code as token': (service, { path, lease }) =>
    visit(service, `/api/documents/${String(lease)}`, {
      Authorization: `Bearer ${path.slice('/s/'.length)}`,
    }),
  'code on the drive': ({ port }, { path }) =>
    new DavClient(port, basic('anna', path.slice('/s/'.length))).ask('PROPFIND', '/'),
};

/** The rows: by attempt, the expected outcome for each kind of link. */
function readMatrix(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const [head = '', ...lines] = MATRIX.split('\n').filter((line) => line.trim() !== '');
  const columns = head.trim().split(/\s+/);
  return new Map(
    lines.map((line) => {
      const words = line.trim().split(/\s+/);
      const cells = words.slice(-columns.length);
      return [
        words.slice(0, -columns.length).join(' '),
        new Map(columns.map((column, index) => [column, cells[index] ?? ''])),
      ];
    }),
  );
}

describe('the access matrix for visitors of links', () => {
  const matrix = readMatrix();
  let service: Service;
  let beside: Database;
  let time = Date.now();
  let anna: Account;
  let people: Readonly<Record<'disabled' | 'revoked' | 'outsider', Account>>;
  let office: Office;
  let gone: string;
  let count = 0;

  before(async () => {
    service = await startService({
      now: () => time,
      // The refused sign-ins on the drive are no attack.
      config: { links: { groups: [GROUP] }, durability: 'relaxed', sign_in: { max_failures: 0 } },
    });
    beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    anna = await service.createUser('anna');
    const [disabled, revoked, outsider] = await Promise.all(
      ['disabled', 'revoked', 'outsider'].map((login) => service.createUser(login)),
    );
    assert.ok(disabled && revoked && outsider);
    people = { disabled, revoked, outsider };
    const members = ['anna', 'disabled', 'revoked', 'outsider'];
    await service.dms.groups.create(service.admin.actor, GROUP, members);
    office = await officeOf(service, anna);
    gone = (await visit(service, '/s/aaaaaaaaaaaaaaaaaaaaaa')).text;
  });
  after(async () => {
    await beside.close();
    await service.stop();
  });
  afterEach(() => assert.deepEqual(service.errors(), []));

  /** A new folder with what belongs to it. */
  async function place() {
    count += 1;
    const above = await office.folder(`Above ${String(count)}`);
    const folder = await office.folder('Contracts', above);
    return {
      above,
      folder,
      below: await office.folder('Old', folder),
      lease: await office.upload('lease.txt', 'the lease', folder),
      beside: await office.upload('beside.txt', 'beside', above),
    };
  }

  /** An upload that another visitor of the folder has begun. @returns its path */
  async function begun(folder: number): Promise<string> {
    const { path } = await makeLink(service, anna, folder, { kind: 'upload' });
    const { headers } = await (await Sender.open(service, path)).create('other.txt', 1);
    return headers.get('Location') ?? '';
  }

  /** Makes a link to a folder, of the kind that a column says, and brings it into the state of the column. */
  async function scene(column: string): Promise<Scene> {
    const entries = await place();
    const { folder } = entries;
    const upload = await begun(folder);
    const made = async (by: Account, options: LinkOptions) => makeLink(service, by, folder, options);
    const ready = (path: string, cookie = '') => ({ ...entries, path, cookie, upload });
    if (column === 'view' || column === 'download' || column === 'edit' || column === 'upload')
      return ready((await made(anna, { kind: column })).path);
    if (column === 'locked' || column === 'entered') {
      const { path } = await made(anna, { kind: 'edit', password: PASSWORD });
      return ready(path, column === 'entered' ? (await enterPassword(service, path, PASSWORD)).cookie : '');
    }
    if (column === 'ended') {
      const { path } = await made(anna, { kind: 'edit', expiresAt: time + DAY_MS });
      time += 2 * DAY_MS;
      return ready(path);
    }
    if (column === 'spent') {
      const { path } = await made(anna, { kind: 'edit', maxDownloads: 1 });
      assert.equal((await visit(service, `${path}/${String(entries.lease)}/download`)).status, 200);
      return ready(path);
    }
    const { path } = await broken(column, folder);
    return ready(path);
  }

  /** A link of kind `edit` whose creator, folder or self no longer is what it was. */
  async function broken(column: string, folder: number): Promise<{ readonly path: string }> {
    const { groups, links, shares, users } = service.dms;
    const admin = service.admin.actor;
    if (column === 'trash' || column === 'deleted') {
      const link = await makeLink(service, anna, folder, { kind: 'edit' });
      if (column === 'trash') await service.dms.entries.remove(anna.actor, folder);
      else await links.remove(anna.actor, link.id);
      return link;
    }
    assert.ok(column === 'disabled' || column === 'revoked' || column === 'outsider', column);
    const maker = people[column];
    if (column === 'disabled') await users.update(admin, maker.id, { isDisabled: false });
    const group = groups.findByName(admin, GROUP)?.id ?? 0;
    if (column === 'outsider') await groups.addMembers(admin, group, [column]);
    const grant = { entryId: folder, users: [column], permissions: READ | SHARE | 6 };
    const share = await shares.create(anna.actor, grant);
    const link = await makeLink(service, maker, folder, { kind: 'edit' });
    assert.equal((await visit(service, link.path)).status, 200);
    if (column === 'disabled') await users.update(admin, maker.id, { isDisabled: true });
    else if (column === 'revoked') await shares.update(anna.actor, share.id, { permissions: READ });
    else await groups.removeMembers(admin, group, [maker.id]);
    return link;
  }

  /** The outcome of a response, as the matrix names it. */
  function outcomeOf({ status, text }: Got): string {
    if (status >= 200 && status < 400 && !/type="password"/.test(text)) return 'ok';
    assert.doesNotMatch(text, SECRETS);
    if (/type="password"/.test(text)) return 'ask';
    if (status === 404) assert.equal(text, gone);
    return String(status);
  }

  it('has a row for each attempt', () => {
    assert.deepEqual([...matrix.keys()], Object.keys(ATTEMPTS));
  });

  for (const column of matrix.get('open page')?.keys() ?? [])
    it(`lets a visitor do what a link allows: ${column}`, async () => {
      let current = await scene(column);
      let sender = new Sender(service, current.path, current.cookie);
      const stored = () => snapshotOf(beside);
      for (const [name, attempt] of Object.entries(ATTEMPTS)) {
        const isOpened = column !== 'locked' && matrix.get('open page')?.get(column) === 'ok';
        if (isOpened) sender = await Sender.open(service, current.path, current.cookie);
        const earlier = stored();
        const outcome = outcomeOf(await attempt(service, current, sender));
        assert.equal(outcome, matrix.get(name)?.get(column), name);
        if (outcome !== 'ok') assert.equal(stored(), earlier, `${name} was refused and changed something`);
        else if (name.startsWith('send')) current = await scene(column);
      }
    });
});
