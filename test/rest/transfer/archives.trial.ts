// Would catch an archive that lacks a document, or has it twice, because it was moved or renamed during the preparation.
import assert from 'node:assert/strict';
import { fromBufferPromise } from 'yauzl';
import { present } from '../../support/accounts.ts';
import { randomNumbers } from '../../support/hostile/hostile.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { makeFolder, write } from '../../support/tree.ts';
import { trial } from '../../support/trial.ts';
import { type Client, clientOf } from '../client.ts';

const FOLDERS = 8;
const DOCUMENTS = 5000;
const AT_ONCE = 200;

interface Placed {
  readonly kind: 'documents' | 'folders';
  readonly id: number;
  /** Undefined for the folder that is archived. */
  readonly folderId: number | undefined;
  /** All but the first character is unique, and never changes. */
  readonly name: string;
}

/** Entries by id. */
type Tree = Map<number, Placed>;

function pathOf(tree: Tree, { kind, folderId, name }: Placed): string {
  const folder = folderId === undefined ? undefined : tree.get(folderId);
  return `${folder ? pathOf(tree, folder) : ''}${name}${kind === 'folders' ? '/' : ''}`;
}

/** The constant part of the name at the end of a path. */
const constantIn = (path: string): string => present(path.split('/').filter(Boolean).at(-1)).slice(1);

/** A folder with documents that one client changes. */
class ChangingFolder {
  readonly #client: Client;
  readonly #random: (below: number) => number;
  readonly #tree: Tree = new Map();

  constructor(client: Client, seed: number) {
    this.#client = client;
    this.#random = randomNumbers(seed);
  }

  get tree(): Tree {
    return new Map(this.#tree);
  }

  add(entry: Placed): number {
    this.#tree.set(entry.id, entry);
    return entry.id;
  }

  /** Moves or renames one entry. @returns the entry as it is then */
  async change(): Promise<Placed> {
    const kind = this.#random(10) === 0 ? 'folders' : 'documents';
    const entry = this.#one((each) => each.kind === kind && each.folderId !== undefined);
    const changed = this.#random(2) === 0 && kind === 'documents' ? this.#moved(entry) : renamed(entry);
    const { id, folderId, name } = changed;
    if (name === entry.name)
      await this.#client.post(`/documents/${id}/move`, { folder_id: folderId }).expect(200);
    else await this.#client.patch(`/${kind}/${id}`, { name }).expect(200);
    this.#tree.set(id, changed);
    return changed;
  }

  #moved(entry: Placed): Placed {
    const isOther = ({ kind, id, folderId }: Placed) =>
      kind === 'folders' && folderId !== undefined && id !== entry.folderId;
    return { ...entry, folderId: this.#one(isOther).id };
  }

  #one(isWanted: (entry: Placed) => boolean): Placed {
    const wanted = [...this.#tree.values()].filter(isWanted);
    return present(wanted[this.#random(wanted.length)]);
  }
}

/** Renames an entry so that it is at the other end of its folder. */
function renamed(entry: Placed): Placed {
  return { ...entry, name: `${entry.name.startsWith('a') ? 'z' : 'a'}${entry.name.slice(1)}` };
}

/** True if these were all paths at one of the moments that the changes separate. */
function wasThere(paths: readonly string[], before: Tree, changes: readonly Placed[]): boolean {
  if (paths.length !== before.size) return false;
  const found = new Set(paths);
  const tree = new Map(before);
  const isLikeThis = () => [...tree.values()].every((entry) => found.has(pathOf(tree, entry)));
  if (isLikeThis()) return true;
  return changes.some((entry) => {
    tree.set(entry.id, entry);
    return isLikeThis();
  });
}

trial('archives that are prepared beside moves and renames', { small: 20, full: 40 }, ({ seed, bySize }) => {
  const rounds = bySize(20, 200);
  let service: Service;
  let ann: Account;
  let client: Client;
  let changing: ChangingFolder;
  let top: number;

  before(async () => {
    service = await startService();
    ann = await service.createUser('ann');
    client = await clientOf(service, ann);
    changing = new ChangingFolder(client, seed);
    const add = (kind: Placed['kind'], id: number, name: string, folderId?: number) =>
      changing.add({ kind, id, folderId, name });
    top = add('folders', await makeFolder(service.dms, ann.actor, 'a top'), 'a top');
    const folders: number[] = [];
    const writing: Promise<number>[] = [];
    for (let number = 0; number < FOLDERS; number += 1) {
      const name = `a folder ${number}`;
      folders.push(add('folders', await makeFolder(service.dms, ann.actor, name, top), name, top));
    }
    for (const number of Array(DOCUMENTS).keys()) {
      // Half of them are in one folder.
      const folderId = present(folders[number % 2 === 0 ? 0 : number % FOLDERS]);
      const name = `a document ${number}.txt`;
      writing.push(
        write(service.dms, ann.actor, name, name, folderId).then((id) =>
          add('documents', id, name, folderId),
        ),
      );
      if (writing.length === AT_ONCE) await Promise.all(writing.splice(0));
    }
    await Promise.all(writing);
  });
  after(() => service.stop());

  async function pathsIn(url: string): Promise<string[]> {
    const { body } = await client.get(url.slice('/api'.length)).expect(200).responseType('blob');
    const paths: string[] = [];
    const zip = await fromBufferPromise(body, { lazyEntries: true });
    for await (const { fileName } of zip.eachEntry()) paths.push(fileName);
    return paths;
  }

  /** Prepares an archive while entries are changed. */
  async function makeBesideChanges(): Promise<{ url: string; changes: Placed[] }> {
    const state = { isPrepared: false };
    const making = client
      .post('/archives', { ids: [top] })
      .expect(201)
      .then(({ body }) => String(body.data.url))
      .finally(() => (state.isPrepared = true));
    const changes: Placed[] = [];
    while (!state.isPrepared) changes.push(await changing.change());
    return { url: await making, changes };
  }

  it('have each entry once, where all were at one moment', async () => {
    const faults = { lacking: 0, twice: 0, mixed: 0 };
    let changed = 0;
    for (let round = 0; round < rounds; round += 1) {
      const before = changing.tree;
      const { url, changes } = await makeBesideChanges();
      const paths = await pathsIn(url);
      const found = new Set(paths.map(constantIn)).size;
      if (found < before.size) faults.lacking += 1;
      if (found < paths.length) faults.twice += 1;
      if (!wasThere(paths, before, changes)) faults.mixed += 1;
      changed += changes.length;
    }
    assert.deepEqual(faults, { lacking: 0, twice: 0, mixed: 0 }, `${changed} changes in ${rounds} rounds`);
    assert.ok(changed > rounds, `only ${changed} changes in ${rounds} rounds`);
    assert.deepEqual(service.errors(), []);
  });
});
