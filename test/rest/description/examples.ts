import { ringFor } from '../../support/alarm.ts';
import { renderAll } from '../../support/renditions/renditions.ts';
import { planOf } from '../../support/tree.ts';
import { metadataOf } from '../transfer/tus.ts';
import type { Caller, DescriptionFixture } from './fixture.ts';

/** Parameters with which an authorised call of an operation succeeds. */
export interface Example {
  readonly path?: Readonly<Record<string, number | string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Fields of a multipart body; a file is a `File`. */
  readonly form?: Readonly<Record<string, string | File>>;
  /** A body that is not JSON. */
  readonly bytes?: string;
  readonly headers?: Readonly<Record<string, string>>;
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
      code: fixture.setupCode(),
      name: 'Ada',
      email: `ada-${fixture.number}@example.org`,
      login: `ada-${fixture.number}`,
      password: 'a new long password',
    },
  }),
  getSignInOptions: async () => ({}),
  postPasswordResets: async ({ owner: { login } }) => ({ body: { login } }),
  postPasswordResetsCode: async (fixture) => ({
    path: { code: await fixture.passwordCode() },
    body: { password: 'a new long password' },
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
  postDocumentsIdEditAddress: async (fixture) => ({ path: { id: await fixture.document() } }),
  putDocumentsIdOpening: async (fixture) => ({ path: { id: await fixture.document() } }),
  getRecent: async (fixture) => {
    await fixture.service.dms.recent.noteOpening(fixture.owner.actor, await fixture.document());
    return { query: paging };
  },
  putDocumentsIdFavourite: async (fixture) => ({ path: { id: await fixture.document() } }),
  deleteDocumentsIdFavourite: async (fixture) => ({ path: { id: await fixture.document() } }),
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

const TUS = { 'Tus-Resumable': '1.0.0' };
const BYTES = { ...TUS, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' };

/** Creates an upload of the owner. */
async function begun({ service, owner, number }: DescriptionFixture) {
  const plan = planOf(`resumable-${number}`, 3);
  const { upload } = await service.dms.resumableUploads.create(owner.actor, plan);
  return { id: upload.id };
}

const resumable: Examples = {
  optionsUploads: async () => ({}),
  optionsUploadsId: async (fixture) => ({ path: await begun(fixture) }),
  getUploads: async (fixture) => {
    await begun(fixture);
    return {};
  },
  postUploads: async ({ number }) => ({
    headers: {
      ...BYTES,
      'Upload-Length': '3',
      'Upload-Metadata': metadataOf({ filename: `resumable-${number}` }),
    },
    bytes: 'abc',
  }),
  headUploadsId: async (fixture) => ({ path: await begun(fixture), headers: TUS }),
  patchUploadsId: async (fixture) => ({ path: await begun(fixture), headers: BYTES, bytes: 'abc' }),
  postUploadsId: async (fixture) => ({
    path: await begun(fixture),
    headers: { ...TUS, 'X-HTTP-Method-Override': 'DELETE' },
  }),
  deleteUploadsId: async (fixture) => ({ path: await begun(fixture), headers: TUS }),
};

const folders: Examples = {
  getFoldersShares: async (fixture) => {
    await fixture.service.dms.folders.createSystem(fixture.service.admin.actor, `office-${fixture.number}`);
    return { query: paging };
  },
  getFoldersSystem: async (fixture) => {
    await fixture.service.dms.folders.createSystem(fixture.service.admin.actor, `system-${fixture.number}`);
    return { query: paging };
  },
  postFolders: async ({ number }) => ({ body: { folder_id: 0, name: `made-${number}` } }),
  getFoldersId: async (fixture) => ({ path: { id: await fixture.locked(await fixture.folder()) } }),
  getEntries: async (fixture) => {
    const { name } = await fixture.service.dms.entries.rename(
      fixture.owner.actor,
      await fixture.folder(),
      `found-${fixture.number}`,
    );
    return { query: { path: `/${name}` } };
  },
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
  postFoldersIdConflicts: async (fixture) => {
    const id = await fixture.folder();
    await fixture.service.dms.folders.create(fixture.owner.actor, { folderId: id, name: 'there' });
    return { path: { id }, body: { paths: ['missing', 'there'] } };
  },
  postFoldersIdMove: async (fixture) => ({
    path: { id: await fixture.folder() },
    body: { folder_id: await fixture.folder() },
  }),
  postFoldersIdCopy: async (fixture) => ({
    path: { id: await fixture.folder() },
    body: { folder_id: 0, name: `copy-${fixture.number}` },
  }),
  putFoldersIdFavourite: async (fixture) => ({ path: { id: await fixture.folder() } }),
  deleteFoldersIdFavourite: async (fixture) => ({ path: { id: await fixture.folder() } }),
  getFavourites: async (fixture) => {
    await fixture.service.dms.favourites.mark(fixture.owner.actor, await fixture.folder(), true);
    return { query: paging };
  },
  postEntriesBatch: async (fixture) => ({
    body: {
      ...{ action: 'copy', ids: [await fixture.document(), await fixture.folder(), 999_999] },
      ...{ folder_id: await fixture.folder(), conflict: 'rename' },
    },
  }),
  postUndo: async () => ({ body: { since: '2026-01-31', dry_run: true } }),
  getUndo: async (fixture) => {
    await fixture.undo();
    return { query: paging };
  },
  getUndoId: async (fixture) => ({ path: { id: await fixture.undo() } }),
  getUndoIdNotes: async (fixture) => ({ path: { id: await fixture.undo() }, query: paging }),
  postUndoIdResume: async (fixture) => ({ path: { id: await fixture.undo() } }),
  postFoldersIdRestore: async (fixture) => ({
    path: { id: await fixture.folder() },
    body: { at: '2026-01-31', dry_run: true },
  }),
  postArchives: async (fixture) => ({ body: { ids: [await fixture.document(), await fixture.folder()] } }),
  getArchivesId: async (fixture, caller) => {
    const { archives } = fixture.service.dms;
    const { actor } = caller.account ?? fixture.owner;
    const { id } = await archives.create(actor, [await fixture.document(), actor.homeId]);
    return { path: { id } };
  },
  getTrash: async (fixture) => {
    await fixture.discarded();
    return { query: paging };
  },
  deleteTrash: async (fixture) => {
    await fixture.discarded();
    return {};
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

const links: Examples = {
  getLinks: async (fixture, caller) => {
    await fixture.linked(caller);
    return { query: { ...paging, everyone: '0' } };
  },
  postLinks: async (fixture) => ({
    body: {
      ...{ document_id: await fixture.document(), kind: 'download', label: 'for a customer' },
      ...{ password: 'a long enough password', expires_at: '2100-01-31T12:00:00Z' },
      ...{ max_downloads: 3, listed: false },
    },
  }),
  getLinksId: async (fixture, caller) => ({ path: { id: await fixture.linked(caller) } }),
  patchLinksId: async (fixture, caller) => ({
    path: { id: await fixture.linked(caller) },
    body: { kind: 'view', label: 'L', password: null, expires_at: null, max_downloads: null, listed: true },
  }),
  deleteLinksId: async (fixture, caller) => ({ path: { id: await fixture.linked(caller) } }),
  postLinksIdMail: async (fixture, caller) => {
    const { id, code } = await fixture.linkOf(caller);
    return { path: { id }, body: { code, to: ['miller@example.com'], text: 'hello', language: 'de' } };
  },
  getLinksIdUses: async (fixture, caller) => ({ path: { id: await fixture.linked(caller) } }),
  getLinkPolicy: async () => ({}),
};

const office: Examples = {
  getPeople: async () => ({ query: { q: 'admin' } }),
  getUsers: async () => ({ query: { ...paging, q: 'admin' } }),
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
  postUsersIdInvitation: async (fixture) => ({
    path: { id: (await fixture.account()).id },
    body: { mail: false },
  }),
  deleteUsersId2fa: async (fixture) => {
    const account = await fixture.account();
    await fixture.enrol(await fixture.session(account));
    return { path: { id: account.id } };
  },
  deleteUsersIdSessions: async (fixture) => {
    const account = await fixture.account();
    await fixture.session(account);
    return { path: { id: account.id } };
  },
  getGroups: async () => ({ query: { ...paging, q: 'group' } }),
  postGroups: async (fixture) => ({ body: { name: `new ${fixture.number}`, users: [fixture.owner.login] } }),
  getGroupsId: async (fixture, caller) => ({ path: { id: (await fixture.grouped(caller)).id } }),
  patchGroupsId: async (fixture, caller) => ({
    path: { id: (await fixture.grouped(caller)).id },
    body: { name: `renamed ${fixture.number}` },
  }),
  deleteGroupsId: async (fixture, caller) => ({ path: { id: (await fixture.grouped(caller)).id } }),
  getGroupsIdMembers: async (fixture, caller) => ({
    path: { id: (await fixture.grouped(caller)).id },
    query: paging,
  }),
  postGroupsIdMembers: async (fixture, caller) => ({
    path: { id: (await fixture.grouped(caller)).id },
    body: { users: [(await fixture.account()).login] },
  }),
  deleteGroupsIdMembersMember: async (fixture, caller) => {
    const { id, memberId } = await fixture.grouped(caller);
    return { path: { id, member: memberId } };
  },
  getStatus: async () => ({}),
  getLocks: async (fixture) => {
    await fixture.locked(await fixture.document());
    return { query: paging };
  },
  deleteLocksId: async (fixture) => ({ path: { id: await fixture.locked(await fixture.document()) } }),
  getIncidents: async (fixture) => {
    await ringFor(fixture.service.dms, (await fixture.account()).id);
    return { query: { ...paging, open: '1' } };
  },
  postIncidentsIdLift: async (fixture) => ({
    path: { id: await ringFor(fixture.service.dms, (await fixture.account()).id) },
  }),
  getBackups: async () => ({}),
  postBackups: async () => ({}),
  getActivity: async () => ({ query: { ...paging, action: 'sign_in', user: 'admin', after: '2026-01-31' } }),
  getV2DocumentsIdActivity: async (fixture) => ({ path: { id: await fixture.document() }, query: paging }),
  getEvents: async () => ({}),
  getOpenapiJson: async () => ({}),
  getDocs: async () => ({}),
};

/** Examples by `operationId`. */
export const examples: Examples = {
  ...account,
  ...documents,
  ...resumable,
  ...folders,
  ...shares,
  ...links,
  ...office,
};
