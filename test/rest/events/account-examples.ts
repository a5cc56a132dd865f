import assert from 'node:assert/strict';
import { totpCode } from '../../support/second-factor.ts';
import { Browser } from '../browser.ts';
import { guest } from '../client.ts';
import { type Examples, example, type Scene } from './example.ts';
import type { Person } from './office.ts';

const NEW_PASSWORD = 'a password that is new';

/** Secret of an authenticator app that is not confirmed yet. */
async function enrolled(person: Person): Promise<string> {
  const { password } = person.account;
  return (await person.browser.post('/account/2fa', { method: 'totp', password }).expect(200)).body.data
    .secret;
}

function confirm(scene: Scene, person: Person, secret: string): Promise<unknown> {
  const code = totpCode(secret, scene.office.now());
  return person.browser.post('/account/2fa/confirm', { code, keep_tokens: true }).expect(200);
}

/** Secrets of authenticator apps, by office. */
const secrets = new WeakMap<Scene['office'], string>();

const enrol = async ({ office, ann }: Scene) => void secrets.set(office, await enrolled(ann));

async function switchOn(scene: Scene): Promise<void> {
  await enrol(scene);
  await confirm(scene, scene.ann, secrets.get(scene.office) ?? '');
  // The next code is another one.
  scene.office.pass(1);
}

const codeOf = ({ office }: Scene) => totpCode(secrets.get(office) ?? '', office.now());

/** A browser that must still enter the second factor. */
const halves = new WeakMap<Scene['office'], Browser>();

async function signInHalf({ office, ann }: Scene): Promise<void> {
  const browser = new Browser(office.service);
  await browser.signIn(ann.account);
  halves.set(office, browser);
}

async function signInAgain({ office, ann }: Scene): Promise<void> {
  const other = new Browser(office.service);
  await other.signIn(ann.account);
}

/** A group with `emil`, whom `ann` shares a folder with. */
async function shareWithGroup({ office, admin, ann }: Scene): Promise<void> {
  await admin.client.post('/groups', { name: 'Accounting', users: ['emil'] }).expect(201);
  const share = { folder_id: office.entries.plans, groups: ['Accounting'], permissions: 1 };
  await ann.client.post('/shares', share).expect(201);
}

/** Path of the only group. */
const groupOf = async (admin: Person) => `/groups/${(await admin.client.get('/groups')).body.data[0].id}`;

const firstId = async (
  person: Person,
  path: string,
  mine: (item: { name?: string; current?: boolean }) => boolean,
) => {
  const { data } = (await person.browser.get(path).expect(200)).body;
  const found = data.find(mine);
  assert.ok(found);
  return found.id;
};

async function invited({ office, admin, emil }: Scene): Promise<string> {
  const { body } = await admin.client
    .post(`/users/${emil.account.id}/invitation`, { mail: false })
    .expect(201);
  assert.ok(office);
  return /code=([\w-]+)/.exec(body.data.url)?.[1] ?? '';
}

const codes = new WeakMap<Scene['office'], string>();

/** Examples of changes of accounts and credentials. */
export const ACCOUNT_EXAMPLES: Examples = {
  'POST /login': [example('by a browser', signInAgain)],
  'POST /logout': [example('of a browser', ({ ann }) => ann.browser.post('/logout').expect(200))],
  'POST /2fa/request-code': 'changes nothing that a list shows',
  'POST /2fa/verify-code': [
    example(
      'at a sign-in',
      async (scene) => {
        const half = halves.get(scene.office);
        assert.ok(half);
        await half.post('/2fa/verify-code', { code: codeOf(scene) }).expect(200);
      },
      { before: (scene) => switchOn(scene).then(() => signInHalf(scene)) },
    ),
  ],
  'POST /setup': 'is refused as soon as there is a user, who could listen',
  'POST /password-resets': 'changes nothing that a list shows',
  'POST /password-resets/{code}': [
    example(
      'after an invitation',
      ({ office }) =>
        guest(office.service)
          .post(`/password-resets/${codes.get(office)}`, { password: NEW_PASSWORD })
          .expect(200),
      { before: async (scene) => void codes.set(scene.office, await invited(scene)) },
    ),
  ],
  'PATCH /account': [
    example('the language', ({ ann }) => ann.client.patch('/account', { language: 'de' }).expect(200)),
    example('the name', ({ ann }) => ann.client.patch('/account', { name: 'Ann Other' }).expect(200)),
    example('the password', ({ ann }) =>
      ann.client
        .patch('/account', {
          password: NEW_PASSWORD,
          current_password: ann.account.password,
          keep_tokens: true,
        })
        .expect(200),
    ),
  ],
  'DELETE /account/sessions': [
    example('all others', ({ ann }) => ann.browser.delete('/account/sessions').expect(200), {
      before: signInAgain,
    }),
  ],
  'DELETE /account/sessions/{id}': [
    example(
      'one',
      async ({ ann }) => {
        const id = await firstId(ann, '/account/sessions', ({ current }) => current === false);
        await ann.browser.delete(`/account/sessions/${id}`).expect(200);
      },
      { before: signInAgain },
    ),
  ],
  'POST /account/tokens': [
    example('one', ({ ann }) => ann.client.post('/account/tokens', { name: 'x' }).expect(201)),
  ],
  'DELETE /account/tokens/{id}': [
    example(
      'one',
      async ({ ann }) => {
        const id = await firstId(ann, '/account/tokens', ({ name }) => name === 'x');
        await ann.browser.delete(`/account/tokens/${id}`).expect(200);
      },
      { before: ({ ann }) => ann.client.post('/account/tokens', { name: 'x' }).expect(201) },
    ),
  ],
  'POST /account/2fa': [
    example('an app', enrol, { unseen: 'the second factor is off until it is confirmed' }),
  ],
  'POST /account/2fa/confirm': [
    example('an app', (scene) => confirm(scene, scene.ann, secrets.get(scene.office) ?? ''), {
      before: enrol,
    }),
  ],
  'DELETE /account/2fa': [
    example(
      'an app',
      (scene) =>
        scene.ann.browser
          .delete('/account/2fa', { password: scene.ann.account.password, code: codeOf(scene) })
          .expect(200),
      { before: switchOn },
    ),
  ],
  'POST /account/2fa/recovery-codes': [
    example(
      'new ones',
      ({ ann }) =>
        ann.browser.post('/account/2fa/recovery-codes', { password: ann.account.password }).expect(200),
      { before: switchOn, unseen: 'codes are shown only once' },
    ),
  ],
  'POST /groups': [
    example('without shares', ({ admin }) =>
      admin.client.post('/groups', { name: 'Accounting', users: ['ann'] }).expect(201),
    ),
  ],
  'PATCH /groups/{id}': [
    example(
      'that receives a share',
      async ({ admin }) => admin.client.patch(await groupOf(admin), { name: 'Sales' }).expect(200),
      { before: shareWithGroup },
    ),
  ],
  'DELETE /groups/{id}': [
    example(
      'that receives a share',
      async ({ admin }) => admin.client.delete(await groupOf(admin)).expect(200),
      { before: shareWithGroup },
    ),
  ],
  'POST /groups/{id}/members': [
    example(
      'to a group that receives a share',
      async ({ admin }) =>
        admin.client.post(`${await groupOf(admin)}/members`, { users: ['dora'] }).expect(200),
      { before: shareWithGroup },
    ),
  ],
  'DELETE /groups/{id}/members/{member}': [
    example(
      'of a group that receives a share',
      async ({ admin, emil }) =>
        admin.client.delete(`${await groupOf(admin)}/members/${emil.account.id}`).expect(200),
      { before: shareWithGroup },
    ),
  ],
  'POST /users': [
    example(
      'a user',
      ({ admin }) =>
        admin.client.post('/users', { name: 'Fay', login: 'fay', email: 'fay@example.org' }).expect(201),
      { unseen: 'the list of users has no event' },
    ),
  ],
  'PATCH /users/{id}': [
    example('the quota', ({ admin, ann }) =>
      admin.client.patch(`/users/${ann.account.id}`, { quota_bytes: 1000 }).expect(200),
    ),
    example('the name', ({ admin, ann }) =>
      admin.client.patch(`/users/${ann.account.id}`, { name: 'X' }).expect(200),
    ),
    example('made an administrator', ({ admin, emil }) =>
      admin.client.patch(`/users/${emil.account.id}`, { is_admin: true }).expect(200),
    ),
    example(
      'no longer an administrator',
      ({ admin, emil }) => admin.client.patch(`/users/${emil.account.id}`, { is_admin: false }).expect(200),
      {
        before: ({ admin, emil }) =>
          admin.client.patch(`/users/${emil.account.id}`, { is_admin: true }).expect(200),
      },
    ),
    example('disabled', ({ admin, ben }) =>
      admin.client.patch(`/users/${ben.account.id}`, { is_disabled: true }).expect(200),
    ),
  ],
  'DELETE /users/{id}': [
    example('an owner', ({ admin, ann }) => admin.client.delete(`/users/${ann.account.id}`).expect(200)),
    example('a recipient', ({ admin, ben }) => admin.client.delete(`/users/${ben.account.id}`).expect(200)),
  ],
  'POST /users/{id}/invitation': [
    example('without a mail', invited, { unseen: 'it is shown only to who made it' }),
  ],
  'DELETE /users/{id}/2fa': [
    example('an app', ({ admin, ann }) => admin.client.delete(`/users/${ann.account.id}/2fa`).expect(200), {
      before: switchOn,
    }),
  ],
  'DELETE /users/{id}/sessions': [
    example('all', ({ admin, ann }) => admin.client.delete(`/users/${ann.account.id}/sessions`).expect(200)),
  ],
};
