import { Readable } from 'node:stream';
import type { UserInput } from '../../src/core/accounts/new-users.ts';
import type { PathEntry } from '../../src/core/browse/browse.ts';
import type { Dms } from '../../src/core/dms.ts';
import type {
  UploadedEntry,
  UploadOptions,
  UploadResult,
  UploadTarget,
} from '../../src/core/entries/entries.ts';
import type { Target } from '../../src/core/placement/placement.ts';
import type { DocumentRecord, EntryRecord } from '../../src/model/entries/entry.ts';
import type { Actor, UserActor } from '../../src/model/people/actor.ts';
import type { UploadPlan } from '../../src/storage/accounts/accounts.ts';
import type { Database } from '../../src/storage/database/database.ts';
import { type CoreFixture, present } from './accounts.ts';
import { bytesOf } from './bytes.ts';

/** Creates a user and signs the user in. */
export async function newUser(
  core: CoreFixture,
  login: string,
  input: Partial<UserInput> = {},
): Promise<UserActor> {
  await core.user(login, input);
  return core.session(login);
}

/** Stores a content through the core. */
export async function putTo(
  dms: Dms,
  actor: Actor,
  target: Target,
  content: Buffer | string,
  options: UploadOptions = {},
): Promise<{ outcome: UploadResult['outcome']; document: DocumentRecord }> {
  const incoming = await dms.uploads.receive(actor, Readable.from([Buffer.from(content)]));
  const { outcome, head } = await dms.uploads.store(actor, target, incoming, options);
  return { outcome, document: dms.tree.document(actor, head.id, 'write') };
}

/** Stores a content. Missing folders of its target are created. */
export async function fileTo(
  dms: Dms,
  actor: Actor,
  target: UploadTarget,
  content: string,
): Promise<UploadedEntry> {
  const received = await dms.uploads.receive(actor, Readable.from([Buffer.from(content)]));
  const [uploaded] = await dms.pathUploads.store(actor, [{ target, content: received }]);
  return present(uploaded);
}

/** A plan of a resumable upload, by default into the home. */
export function planOf(name: string, length: number, folderId = 0): UploadPlan {
  const said = { mimeType: null, modifiedAt: null, comment: null, sha256: null, metadata: '' };
  return { length, folderId, path: [], name, conflict: 'version', ...said };
}

/** The record of a document or folder. */
export function recordOf(dms: Dms, actor: Actor, id: number): EntryRecord {
  const { kind } = dms.tree.addresses(actor)(id);
  return kind === 'folder' ? dms.tree.folder(actor, id) : dms.tree.document(actor, id);
}

/** The target of a write onto an entry: its path as the actor sees it. */
export function onto(dms: Dms, actor: Actor, id: number): Target {
  return { path: dms.tree.path(actor, id).split('/').filter(Boolean) };
}

/** Stores a document in a folder (0: the home). @returns its id */
export async function write(
  dms: Dms,
  actor: Actor,
  name: string,
  content: Buffer | string = name,
  folderId = 0,
): Promise<number> {
  const { document } = await putTo(dms, actor, { folderId, name }, content);
  return document.id;
}

/** Creates a folder in a folder (0: the home). @returns its id */
export async function makeFolder(dms: Dms, actor: Actor, name: string, folderId = 0): Promise<number> {
  return (await dms.folders.create(actor, { folderId, name })).id;
}

/** The content of the current version, or of version `number`, as text. */
export async function read(dms: Dms, actor: Actor, id: number, number?: number): Promise<string> {
  return (await bytesOf(dms.documents.open(actor, id, number).content)).toString();
}

/** Sorted relative paths of everything that an actor can reach below a folder; folders end with `/`. */
export async function paths(
  dms: Dms,
  actor: Actor,
  folder: PathEntry | undefined = dms.tree.resolve(actor, []),
  above = '',
): Promise<string[]> {
  const found: string[] = [];
  const shown = present(folder);
  for await (const slice of dms.tree.members(actor, shown)) {
    for (const member of slice) {
      const path = `${above}${member.name}`;
      if (member.entry.kind === 'file') found.push(path);
      else
        found.push(
          `${path}/`,
          ...(await paths(dms, actor, { ...member, folderId: shown.entry.id }, `${path}/`)),
        );
    }
  }
  return found.sort();
}

/** Tables that hold data of users. */
const TABLES = [
  'entries',
  'documents',
  'versions',
  'properties',
  'locks',
  'shares',
  'share_recipients',
  'mount_names',
  'mails',
  'places',
  'trash',
  'erasures',
  'incidents',
];

/** Everything that an operation could have changed, as text for comparison. */
export function snapshotOf(database: Database): string {
  const selects = [
    ...TABLES.map((table) => `SELECT * FROM ${table}`),
    'SELECT sha256, size_bytes FROM blobs',
    'SELECT id, login, name, is_admin, is_disabled, used_bytes, used_entries FROM users',
    'SELECT id FROM tokens',
    'SELECT user_id, method FROM second_factors',
    // Refusals, failed sign-ins and the first use of a token are logged, but change nothing.
    "SELECT count(*) FROM activities WHERE action NOT IN ('refusal', 'token_use', 'sign_in_fail')",
  ];
  return selects.map((sql) => JSON.stringify(database.prepare(sql).raw().all())).join('\n');
}

const OF_HOMES = `WITH RECURSIVE held (id, owner_id) AS (
    SELECT e.id, e.owner_id FROM entries e WHERE e.root_kind = 'home'
    UNION ALL SELECT t.entry_id, t.owner_id FROM trash t
    UNION ALL SELECT r.entry_id, r.owner_id FROM erasures r
    UNION ALL SELECT e.id, h.owner_id FROM held h JOIN entries e ON e.parent_id = h.id)
  SELECT u.login, u.used_bytes AS counted, coalesce((SELECT sum(v.size_bytes) FROM held h
    JOIN versions v ON v.document_id = h.id WHERE h.owner_id = u.id), 0) AS held
  FROM users u`;

/** Usage of each home, including the trash: the stored count, and the actual sum. */
export function usageOf(database: Database): { login: string; counted: number; held: number }[] {
  return database.prepare<[], { login: string; counted: number; held: number }>(OF_HOMES).all();
}
