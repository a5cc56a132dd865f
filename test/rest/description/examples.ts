import { renderAll } from '../../support/renditions.ts';
import type { Caller, DescriptionFixture } from './fixture.ts';

/** What to call an operation with, so that it succeeds for who may do it. */
export interface Example {
  readonly path?: Readonly<Record<string, number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The fields of a multipart body; a file is a `File`. */
  readonly form?: Readonly<Record<string, string | File>>;
}

type Examples = Readonly<Record<string, (fixture: DescriptionFixture, caller: Caller) => Promise<Example>>>;

const paging = { page: '1', per_page: '10' };
const first = { number: 1 };

const account: Examples = {
  postLogin: async ({ owner: { login, password } }) => ({ body: { login, password } }),
  postLogout: async () => ({}),
  post2faRequestCode: async () => ({ body: { method: 'totp' } }),
  post2faVerifyCode: async (_stage, { codes: [code = '000000'] }) => ({ body: { code } }),
  postSetup: async (fixture) => ({
    body: {
      token: fixture.setupToken(),
      name: 'Ada',
      email: `ada-${fixture.number}@example.org`,
      login: `ada-${fixture.number}`,
      password: 'a new long password',
    },
  }),
  getAccount: async () => ({}),
  patchAccount: async (_stage, caller) => ({
    body: { name: 'New', password: 'a new long password', current_password: caller.account?.password ?? '' },
  }),
  getAccountSessions: async () => ({ query: paging }),
  deleteAccountSessions: async () => ({}),
  deleteAccountSessionsId: async (fixture) => ({ path: { id: await fixture.otherSession() } }),
  getAccountTokens: async (fixture) => {
    await fixture.otherToken();
    return { query: paging };
  },
  postAccountTokens: async () => ({
    body: { name: 'Script', scopes: ['read'], expires_at: '2100-01-31T12:00:00Z' },
  }),
  deleteAccountTokensId: async (fixture) => ({ path: { id: await fixture.otherToken() } }),
  postAccount2fa: async (_stage, caller) => ({
    body: { method: 'totp', password: caller.account?.password ?? '' },
  }),
  postAccount2faConfirm: async (fixture, caller) => ({
    body: { code: await fixture.beginEnrolment(caller) },
  }),
  deleteAccount2fa: async (_stage, { account: own, codes: [code = '000000'] }) => ({
    body: { password: own?.password ?? '', code },
  }),
  postAccount2faRecoveryCodes: async (_stage, { account: own }) => ({
    body: { password: own?.password ?? '' },
  }),
};

const documents: Examples = {
  postDocumentsUpload: async ({ number }) => ({
    form: { folder_id: '0', title: 'T', comment: 'C', file: new File(['x'], `upload-${number}.txt`) },
  }),
  getDocumentsId: async (fixture) => ({ path: { id: await fixture.locked(await fixture.document()) } }),
  patchDocumentsId: async (fixture) => ({
    path: { id: await fixture.document() },
    body: { title: 'T', comments: 'C', name: 'renamed.txt' },
  }),
  deleteDocumentsId: async (fixture) => ({ path: { id: await fixture.document() } }),
  deleteDocumentsIdLock: async (fixture) => ({
    path: { id: await fixture.locked(await fixture.document()) },
  }),
  getDocumentsIdDownload: async (fixture) => ({
    path: { id: await fixture.document() },
    query: { version: '1', inline: '1' },
  }),
  getDocumentsIdThumbnail: async (fixture) => {
    const id = await fixture.document();
    await renderAll(fixture.service.dms);
    return { path: { id }, query: { size: '512' } };
  },
  getDocumentsIdText: async (fixture) => {
    const id = await fixture.document();
    await renderAll(fixture.service.dms);
    return { path: { id }, query: { v: 'x' } };
  },
  getDocumentsIdMetadata: async (fixture) => {
    const id = await fixture.document();
    const { dms } = fixture.service;
    await dms.shares.create(fixture.owner.actor, { entryId: id, users: ['admin'], permissions: 1 });
    await dms.properties.patch(fixture.owner.actor, id, [
      { set: { namespace: 'urn:x', name: 'a', xml: '<a xmlns="urn:x">1</a>' } },
    ]);
    return { path: { id } };
  },
  postDocumentsIdMove: async (fixture) => ({
    path: { id: await fixture.document() },
    body: { folder_id: await fixture.folder() },
  }),
  postDocumentsIdCopy: async (fixture) => ({
    path: { id: await fixture.document() },
    body: { folder_id: 0, name: `copy-${fixture.number}.txt` },
  }),
  getDocumentsIdVersions: async (fixture) => ({ path: { id: await fixture.document() }, query: paging }),
  getDocumentsIdVersionsNumber: async (fixture) => ({ path: { id: await fixture.document(), ...first } }),
  patchDocumentsIdVersionsNumber: async (fixture) => ({
    path: { id: await fixture.document(), ...first },
    body: { comment: 'C' },
  }),
  deleteDocumentsIdVersionsNumber: async (fixture) => ({ path: { id: await fixture.document(), ...first } }),
  getDocumentsIdVersionsNumberDownload: async (fixture) => ({
    path: { id: await fixture.document(), ...first },
    query: { inline: '1' },
  }),
  postDocumentsIdVersionsNumberRestore: async (fixture) => ({
    path: { id: await fixture.document(), ...first },
  }),
};

const folders: Examples = {
  getFoldersShares: async (fixture) => {
    await fixture.service.dms.folders.createSystem(fixture.service.admin.actor, `office-${fixture.number}`);
    return { query: paging };
  },
  postFolders: async ({ number }) => ({ body: { folder_id: 0, name: `made-${number}` } }),
  getFoldersId: async (fixture) => ({ path: { id: await fixture.locked(await fixture.folder()) } }),
  patchFoldersId: async (fixture) => ({
    path: { id: await fixture.folder() },
    body: { name: `renamed-${fixture.number}` },
  }),
  deleteFoldersId: async (fixture) => ({ path: { id: await fixture.folder() } }),
  deleteFoldersIdLock: async (fixture) => ({ path: { id: await fixture.locked(await fixture.folder()) } }),
  getFoldersIdContents: async (fixture) => {
    await fixture.document();
    return { path: { id: 0 }, query: { ...paging, sort: 'size', direction: 'desc' } };
  },
  getFoldersIdSearch: async (fixture) => {
    await fixture.document();
    return { path: { id: 0 }, query: { ...paging, q: 'document', filter: 'type:file larger:1' } };
  },
  postFoldersIdMove: async (fixture) => ({
    path: { id: await fixture.folder() },
    body: { folder_id: await fixture.folder() },
  }),
  postFoldersIdCopy: async (fixture) => ({
    path: { id: await fixture.folder() },
    body: { folder_id: 0, name: `copy-${fixture.number}` },
  }),
  getTrash: async (fixture) => {
    await fixture.discarded();
    return { query: paging };
  },
  postTrashIdRestore: async (fixture) => ({
    path: { id: await fixture.discarded() },
    body: { folder_id: 0 },
  }),
  deleteTrashId: async (fixture) => ({ path: { id: await fixture.discarded() } }),
};

const shares: Examples = {
  getShares: async (fixture, caller) => {
    await fixture.shared(caller);
    return { query: { ...paging, role: caller.account === fixture.owner ? 'creator' : 'recipient' } };
  },
  postShares: async (fixture) => ({
    body: {
      document_id: await fixture.document(),
      users: [(await fixture.account()).login],
      permissions: 3,
      notify: true,
      expires_at: '2100-01-31T12:00:00Z',
    },
  }),
  getSharesId: async (fixture, caller) => ({ path: { id: await fixture.shared(caller) } }),
  patchSharesId: async (fixture, caller) => ({
    path: { id: await fixture.shared(caller) },
    body: { permissions: 3, expires_at: null, users: [(await fixture.account()).login], notify: false },
  }),
  deleteSharesId: async (fixture, caller) => ({ path: { id: await fixture.shared(caller) } }),
};

const office: Examples = {
  getUsers: async () => ({ query: paging }),
  postUsers: async ({ number }) => ({
    body: {
      ...{ name: 'N', email: `new-${number}@example.org`, login: `new-${number}` },
      ...{ password: 'a long enough password', is_admin: false, quota_bytes: 1000 },
    },
  }),
  getUsersId: async ({ owner }) => ({ path: { id: owner.id } }),
  patchUsersId: async (fixture) => ({
    path: { id: (await fixture.account()).id },
    body: { name: 'N', is_admin: true, is_disabled: true, quota_bytes: null },
  }),
  deleteUsersId: async (fixture) => ({ path: { id: (await fixture.account()).id } }),
  getActivity: async () => ({ query: { ...paging, action: 'sign_in', user: 'admin', after: '2026-01-31' } }),
  getV2DocumentsIdActivity: async (fixture) => ({ path: { id: await fixture.document() }, query: paging }),
  getOpenapiJson: async () => ({}),
  getDocs: async () => ({}),
};

/** By `operationId`. */
export const examples: Examples = { ...account, ...documents, ...folders, ...shares, ...office };
