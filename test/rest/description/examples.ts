import type { Caller, Stage } from './stage.ts';

/** What to call an operation with, so that it succeeds for who may do it. */
export interface Example {
  readonly path?: Readonly<Record<string, number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The fields of a multipart body; a file is a `File`. */
  readonly form?: Readonly<Record<string, string | File>>;
}

type Examples = Readonly<Record<string, (stage: Stage, caller: Caller) => Promise<Example>>>;

const paging = { page: '1', per_page: '10' };
const first = { number: 1 };

const account: Examples = {
  postLogin: async ({ owner: { login, password } }) => ({ body: { login, password } }),
  postLogout: async () => ({}),
  post2faRequestCode: async () => ({ body: { method: 'totp' } }),
  post2faVerifyCode: async (_stage, { codes: [code = '000000'] }) => ({ body: { code } }),
  getAccount: async () => ({}),
  patchAccount: async (_stage, caller) => ({
    body: { name: 'New', password: 'a new long password', current_password: caller.account?.password ?? '' },
  }),
  getAccountSessions: async () => ({ query: paging }),
  deleteAccountSessions: async () => ({}),
  deleteAccountSessionsId: async (stage) => ({ path: { id: await stage.otherSession() } }),
  getAccountTokens: async (stage) => {
    await stage.otherToken();
    return { query: paging };
  },
  postAccountTokens: async () => ({
    body: { name: 'Script', scopes: ['read'], expires_at: '2100-01-31T12:00:00Z' },
  }),
  deleteAccountTokensId: async (stage) => ({ path: { id: await stage.otherToken() } }),
  postAccount2fa: async (_stage, caller) => ({
    body: { method: 'totp', password: caller.account?.password ?? '' },
  }),
  postAccount2faConfirm: async (stage, caller) => ({ body: { code: await stage.beginEnrolment(caller) } }),
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
  getDocumentsId: async (stage) => ({ path: { id: await stage.locked(await stage.document()) } }),
  patchDocumentsId: async (stage) => ({
    path: { id: await stage.document() },
    body: { title: 'T', comments: 'C', name: 'renamed.txt' },
  }),
  deleteDocumentsId: async (stage) => ({ path: { id: await stage.document() } }),
  deleteDocumentsIdLock: async (stage) => ({ path: { id: await stage.locked(await stage.document()) } }),
  getDocumentsIdDownload: async (stage) => ({
    path: { id: await stage.document() },
    query: { version: '1', inline: '1' },
  }),
  getDocumentsIdThumbnail: async (stage) => ({ path: { id: await stage.document() } }),
  getDocumentsIdMetadata: async (stage) => {
    const id = await stage.document();
    const { dms } = stage.service;
    await dms.shares.create(stage.owner.actor, { entryId: id, users: ['admin'], permissions: 1 });
    await dms.properties.patch(stage.owner.actor, id, [
      { set: { namespace: 'urn:x', name: 'a', xml: '<a xmlns="urn:x">1</a>' } },
    ]);
    return { path: { id } };
  },
  postDocumentsIdMove: async (stage) => ({
    path: { id: await stage.document() },
    body: { folder_id: await stage.folder() },
  }),
  postDocumentsIdCopy: async (stage) => ({
    path: { id: await stage.document() },
    body: { folder_id: 0, name: `copy-${stage.number}.txt` },
  }),
  getDocumentsIdVersions: async (stage) => ({ path: { id: await stage.document() }, query: paging }),
  getDocumentsIdVersionsNumber: async (stage) => ({ path: { id: await stage.document(), ...first } }),
  patchDocumentsIdVersionsNumber: async (stage) => ({
    path: { id: await stage.document(), ...first },
    body: { comment: 'C' },
  }),
  deleteDocumentsIdVersionsNumber: async (stage) => ({ path: { id: await stage.document(), ...first } }),
  getDocumentsIdVersionsNumberDownload: async (stage) => ({
    path: { id: await stage.document(), ...first },
    query: { inline: '1' },
  }),
  postDocumentsIdVersionsNumberRestore: async (stage) => ({
    path: { id: await stage.document(), ...first },
  }),
};

const folders: Examples = {
  getFoldersShares: async (stage) => {
    await stage.service.dms.folders.createSystem(stage.service.admin.actor, `office-${stage.number}`);
    return { query: paging };
  },
  postFolders: async ({ number }) => ({ body: { folder_id: 0, name: `made-${number}` } }),
  getFoldersId: async (stage) => ({ path: { id: await stage.locked(await stage.folder()) } }),
  patchFoldersId: async (stage) => ({
    path: { id: await stage.folder() },
    body: { name: `renamed-${stage.number}` },
  }),
  deleteFoldersId: async (stage) => ({ path: { id: await stage.folder() } }),
  deleteFoldersIdLock: async (stage) => ({ path: { id: await stage.locked(await stage.folder()) } }),
  getFoldersIdContents: async (stage) => {
    await stage.document();
    return { path: { id: 0 }, query: { ...paging, sort: 'size', direction: 'desc' } };
  },
  getFoldersIdSearch: async (stage) => {
    await stage.document();
    return { path: { id: 0 }, query: { ...paging, q: 'document', filter: 'type:file larger:1' } };
  },
  postFoldersIdMove: async (stage) => ({
    path: { id: await stage.folder() },
    body: { folder_id: await stage.folder() },
  }),
  postFoldersIdCopy: async (stage) => ({
    path: { id: await stage.folder() },
    body: { folder_id: 0, name: `copy-${stage.number}` },
  }),
  getTrash: async (stage) => {
    await stage.discarded();
    return { query: paging };
  },
  postTrashIdRestore: async (stage) => ({ path: { id: await stage.discarded() }, body: { folder_id: 0 } }),
  deleteTrashId: async (stage) => ({ path: { id: await stage.discarded() } }),
};

const shares: Examples = {
  getShares: async (stage, caller) => {
    await stage.shared(caller);
    return { query: { ...paging, role: caller.account === stage.owner ? 'creator' : 'recipient' } };
  },
  postShares: async (stage) => ({
    body: {
      document_id: await stage.document(),
      users: [(await stage.account()).login],
      permissions: 3,
      notify: true,
      expires_at: '2100-01-31T12:00:00Z',
    },
  }),
  getSharesId: async (stage, caller) => ({ path: { id: await stage.shared(caller) } }),
  patchSharesId: async (stage, caller) => ({
    path: { id: await stage.shared(caller) },
    body: { permissions: 3, expires_at: null, users: [(await stage.account()).login], notify: false },
  }),
  deleteSharesId: async (stage, caller) => ({ path: { id: await stage.shared(caller) } }),
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
  patchUsersId: async (stage) => ({
    path: { id: (await stage.account()).id },
    body: { name: 'N', is_admin: true, is_disabled: true, quota_bytes: null },
  }),
  deleteUsersId: async (stage) => ({ path: { id: (await stage.account()).id } }),
  getActivity: async () => ({ query: { ...paging, action: 'sign_in', user: 'admin', after: '2026-01-31' } }),
  getV2DocumentsIdActivity: async (stage) => ({ path: { id: await stage.document() }, query: paging }),
  getOpenapiJson: async () => ({}),
  getDocs: async () => ({}),
};

/** By `operationId`. */
export const examples: Examples = { ...account, ...documents, ...folders, ...shares, ...office };
