import { join } from 'node:path';
import { Database, type Statement } from '../../../src/storage/database/database.ts';
import { ringFor } from '../alarm.ts';
import { type Account, type Service, startService } from '../service.ts';
import { snapshotOf, write } from '../tree.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** The objects of the operations in the access matrix. They are created again after each successful operation. */
export interface MatrixFixture {
  /** Unique number, from which unused names are derived. */
  readonly number: number;
  /** The owner's folder, which is shared with all users in GRANTS. */
  readonly folder: Named;
  /** A document in the folder, with two versions. */
  readonly document: Named;
  /** The share of the document with the user `third`. */
  readonly shareId: number;
  /** A listed link to the document, by the owner. */
  readonly linkId: number;
  readonly linkCode: string;
  /** The share of the folder with the user `reader`. */
  readonly readerShareId: number;
  /** An entry that the owner deleted from the folder. */
  readonly deleted: number;
  /** An entry that the user with delete permission deleted from the folder. */
  readonly deletedByDeleter: number;
  /** A system folder of the office. */
  readonly office: Named;
  /** A second folder with the same shares, and a document in it; the user `editor` holds a lock on each. */
  readonly incident: { readonly id: number };
  readonly locked: { readonly folder: Named; readonly document: Named };
  /** A system folder that `editor` may change and has locked. */
  readonly lockedOffice: Named;
  /** A group with the user `member`. */
  readonly groupId: number;
  /** User id of `member`. */
  readonly memberId: number;
  /** User id of `third`. */
  readonly thirdId: number;
  /** A document in the home of each user, by login. */
  readonly own: ReadonlyMap<string, Named>;
}

/** The permission bits with which the owner's folder is shared, by login. */
const GRANTS = { reader: 1, editor: 3, creator: 5, deleter: 9, sharer: 17, disabled: 31 } as const;

/** The group that has the permissions of `editor`. Its only member is `member`. */
const GROUP = 'editors';

/** A service with all users of the access matrix. */
export class MatrixFixtures {
  readonly service: Service;
  readonly accounts: ReadonlyMap<string, Account>;
  readonly #beside: Database;
  /** A value that changes after each commit on another connection. */
  readonly #dataVersion: Statement<[], number>;
  #snapshot: { readonly version: number | undefined; readonly text: string } | undefined;
  readonly #office: Named;
  readonly #lockedOffice: Named;
  readonly #own = new Map<string, Named>();
  #isDisabled = false;
  #scenes = 0;

  private constructor(
    service: Service,
    accounts: ReadonlyMap<string, Account>,
    offices: { office: Named; lockedOffice: Named },
  ) {
    this.service = service;
    this.accounts = accounts;
    this.#office = offices.office;
    this.#lockedOffice = offices.lockedOffice;
    this.#beside = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    this.#dataVersion = this.#beside.prepare<[], number>('PRAGMA data_version').pluck();
  }

  static async open(): Promise<MatrixFixtures> {
    // A hundred refused sign-ins here are no attack.
    const config = {
      durability: 'relaxed',
      sign_in: { max_failures: 0 },
      backup: { dest: '/srv/backup' },
      smtp: { url: 'smtp://127.0.0.1:9', from: 'dms@example.org' },
      server: { base_url: 'https://dms.example.org' },
    };
    const service = await startService({ config, keepsMail: true });
    const accounts = new Map([['admin', service.admin]]);
    for (const login of ['owner', ...Object.keys(GRANTS), 'member', 'stranger', 'third']) {
      accounts.set(login, await service.createUser(login));
    }
    const { actor } = service.admin;
    await service.dms.groups.create(actor, GROUP, ['member']);
    const office = await service.dms.folders.createSystem(actor, 'office');
    const lockedOffice = await service.dms.folders.createSystem(actor, 'locked office');
    await service.dms.shares.create(actor, { entryId: lockedOffice.id, users: ['editor'], permissions: 3 });
    return new MatrixFixtures(service, accounts, { office, lockedOffice });
  }

  account(login: string): Account {
    const account = this.accounts.get(login);
    if (account === undefined) throw new Error(`nobody is called ${login}`);
    return account;
  }

  /** Disables the account `disabled`. Later fixtures still contain its existing shares and documents. */
  async disable(): Promise<void> {
    await this.#layOwn('disabled', 0);
    this.#isDisabled = true;
    await this.#setDisabled(true);
  }

  async #setDisabled(isDisabled: boolean): Promise<void> {
    const { id } = this.account('disabled');
    await this.service.dms.users.update(this.account('admin').actor, id, { isDisabled });
  }

  /** Creates the objects. @param spent logins whose own documents may be gone; default: all */
  async lay(spent: Iterable<string> = this.accounts.keys()): Promise<MatrixFixture> {
    const { dms } = this.service;
    this.#scenes += 1;
    const number = this.#scenes;
    const owner = this.account('owner').actor;
    const folder = await dms.folders.create(owner, { folderId: 0, name: `folder-${number}` });
    const name = `document-${number}.txt`;
    const id = await write(dms, owner, name, `first ${number}`, folder.id);
    await write(dms, owner, name, `second ${number}`, folder.id);
    const deleted = await write(dms, owner, `deleted-${number}.txt`, 'x', folder.id);
    await dms.entries.remove(owner, deleted);
    const readerShareId = await this.#grant(folder.id);
    const share = await dms.shares.create(owner, { entryId: id, users: ['third'], permissions: 1 });
    const group = await dms.groups.create(this.account('admin').actor, `group-${number}`, ['member']);
    const link = await dms.links.create(owner, {
      ...{ entryId: id, kind: 'download', label: '', password: null },
      ...{ expiresAt: null, maxDownloads: null, isListed: true },
    });
    const deletedByDeleter = await write(dms, owner, `removed-${number}.txt`, 'x', folder.id);
    await dms.entries.remove(this.account('deleter').actor, deletedByDeleter);
    for (const login of spent) {
      if (login !== 'disabled' || !this.#isDisabled) await this.#layOwn(login, number);
    }
    return {
      number,
      folder,
      document: { id, name },
      shareId: share.id,
      linkId: link.id,
      linkCode: link.code,
      readerShareId,
      deleted,
      deletedByDeleter,
      office: this.#office,
      locked: await this.#layLocked(number),
      lockedOffice: this.#lockedOffice,
      groupId: group.id,
      incident: { id: await ringFor(dms, this.account('third').id) },
      memberId: this.account('member').id,
      thirdId: this.account('third').id,
      own: new Map(this.#own),
    };
  }

  async #layOwn(login: string, number: number): Promise<void> {
    const name = `own-${number}.txt`;
    const id = await write(this.service.dms, this.account(login).actor, name);
    this.#own.set(login, { id, name });
  }

  async #layLocked(number: number): Promise<MatrixFixture['locked']> {
    const { dms } = this.service;
    const owner = this.account('owner').actor;
    const folder = await dms.folders.create(owner, { folderId: 0, name: `locked-${number}` });
    const name = `locked-${number}.txt`;
    const document = { id: await write(dms, owner, name, 'x', folder.id), name };
    await this.#grant(folder.id);
    const { actor } = this.account('editor');
    for (const { id } of [folder, document, this.#lockedOffice]) {
      if (dms.locks.covering(actor, id).length > 0) continue;
      await dms.lockCreation.create(actor, id, {
        depth: '0',
        scope: 'exclusive',
        ownerXml: '',
        timeoutSeconds: 86_400,
      });
    }
    return { folder, document };
  }

  /** Shares an entry of the owner with all users in GRANTS and with the group. @returns the id of the share with `reader` */
  async #grant(entryId: number): Promise<number> {
    const owner = this.account('owner').actor;
    const ids = new Map<string, number>();
    // An entry cannot be shared with a disabled user, so enable the user briefly.
    if (this.#isDisabled) await this.#setDisabled(false);
    for (const [login, permissions] of Object.entries(GRANTS)) {
      const { id } = await this.service.dms.shares.create(owner, { entryId, users: [login], permissions });
      ids.set(login, id);
    }
    if (this.#isDisabled) await this.#setDisabled(true);
    await this.service.dms.shares.create(owner, { entryId, groups: [GROUP], permissions: GRANTS.editor });
    return ids.get('reader') ?? 0;
  }

  /** Everything that an operation could have changed, as text. It is read again only after the service has written. */
  snapshot(): string {
    const version = this.#dataVersion.get();
    if (this.#snapshot === undefined || this.#snapshot.version !== version) {
      this.#snapshot = { version, text: snapshotOf(this.#beside) };
    }
    return this.#snapshot.text;
  }

  async close(): Promise<void> {
    await this.#beside.close();
    await this.service.stop();
  }
}
