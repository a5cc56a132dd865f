import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Dms } from '../../src/core/dms.ts';
import type { Put } from '../../src/core/documents.ts';
import type { Actor } from '../../src/model/actor.ts';
import { Database } from '../../src/storage/database.ts';
import { type Account, type Service, startService } from './service.ts';

/** What the operations of the access matrix are about: laid anew whenever one of them succeeded. */
export interface Scene {
  /** Unique: names that must not be taken are made of it. */
  readonly number: number;
  /** The owner's folder, which is shared with those who have a grant. */
  readonly folder: { readonly id: number; readonly name: string };
  /** A document in it with two versions. */
  readonly document: { readonly id: number; readonly name: string };
  /** A grant on the document to `guestOfOwner`, made by the owner. */
  readonly shareId: number;
  /** What the owner deleted out of the folder. */
  readonly deleted: number;
  /** What the user with permission to delete deleted out of the folder. */
  readonly deletedByDeleter: number;
  /** A folder of the office with a document in it. */
  readonly office: { readonly id: number; readonly name: string };
  /** A document in the home of each user, by login. */
  readonly own: ReadonlyMap<string, { readonly id: number; readonly name: string }>;
}

/** The bits that the owner's folder is shared with, by login. */
const GRANTS = { reader: 1, editor: 3, creator: 5, deleter: 9, sharer: 17, disabled: 31 } as const;

/** A service with everybody whom the access matrix knows. */
export class Theatre {
  readonly service: Service;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly #beside: Database;
  #scenes = 0;

  private constructor(service: Service, accounts: ReadonlyMap<string, Account>) {
    this.service = service;
    this.accounts = accounts;
    this.#beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
  }

  static async open(): Promise<Theatre> {
    // Who is refused a hundred times here is no guesser.
    const config = { durability: 'relaxed', sign_in: { max_failures: 0 } };
    const service = await startService({ config });
    const accounts = new Map([['admin', service.admin]]);
    for (const login of ['owner', ...Object.keys(GRANTS), 'stranger', 'third']) {
      accounts.set(login, await service.createUser(login));
    }
    return new Theatre(service, accounts);
  }

  account(login: string): Account {
    const account = this.accounts.get(login);
    if (account === undefined) throw new Error(`nobody is called ${login}`);
    return account;
  }

  /** Takes the account `disabled` out of service; scenes are laid with what it was granted before. */
  async disable(): Promise<void> {
    await this.service.dms.users.update(this.account('admin').actor, this.account('disabled').id, {
      isDisabled: true,
    });
  }

  async lay(): Promise<Scene> {
    const { dms } = this.service;
    this.#scenes += 1;
    const number = this.#scenes;
    const owner = this.account('owner').actor;
    const folder = await dms.folders.create(owner, { folderId: 0, name: `folder-${number}` });
    const name = `document-${number}.txt`;
    const { document } = await store(dms, owner, folder.id, name, `first ${number}`);
    await store(dms, owner, folder.id, name, `second ${number}`);
    const gone = await store(dms, owner, folder.id, `deleted-${number}.txt`, 'x');
    await dms.entries.remove(owner, gone.document.id);
    for (const [login, permissions] of Object.entries(GRANTS)) {
      await dms.shares.create(owner, { entryId: folder.id, users: [login], permissions });
    }
    const share = await dms.shares.create(owner, { entryId: document.id, users: ['third'], permissions: 1 });
    const removed = await store(dms, owner, folder.id, `removed-${number}.txt`, 'x');
    await dms.entries.remove(this.account('deleter').actor, removed.document.id);
    const office = await dms.folders.createSystem(this.account('admin').actor, `office-${number}`);
    const own = new Map<string, { id: number; name: string }>();
    for (const [login, { actor }] of this.accounts) {
      const put = await store(dms, actor, 0, `own-${number}.txt`, login);
      own.set(login, put.document);
    }
    return {
      number,
      folder,
      document,
      shareId: share.id,
      deleted: gone.document.id,
      deletedByDeleter: removed.document.id,
      office,
      own,
    };
  }

  /** All that an operation could have changed, as text. */
  snapshot(): string {
    const tables = ['entries', 'documents', 'versions', 'properties', 'locks', 'shares', 'share_recipients'];
    const selects = [
      ...[...tables, 'trash'].map((table) => `SELECT * FROM ${table}`),
      'SELECT sha256 FROM blobs',
      'SELECT id, login, is_admin, is_disabled, used_bytes FROM users',
      'SELECT count(*) FROM activities',
    ];
    return selects.map((sql) => JSON.stringify(this.#beside.prepare(sql).all())).join('\n');
  }

  async close(): Promise<void> {
    this.#beside.close();
    await this.service.stop();
  }
}

/** Puts a small document into a folder (0: the home) through the core. */
export async function store(
  dms: Dms,
  actor: Actor,
  folderId: number,
  name: string,
  content: string,
): Promise<Put> {
  const incoming = await dms.contents.receive(actor, Readable.from([Buffer.from(content)]));
  return dms.documents.put(actor, { folderId, name }, incoming);
}
