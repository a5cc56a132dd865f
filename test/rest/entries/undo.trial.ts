// Would catch an undo that takes from another user what that user was told is saved, renamed or moved.
import assert from 'node:assert/strict';
import { present } from '../../support/accounts.ts';
import { randomNumbers } from '../../support/hostile/hostile.ts';
import { type Service, startService } from '../../support/service.ts';
import { trial } from '../../support/trial.ts';
import { type Client, clientOf } from '../client.ts';

const ALL = 31;
const MAX_ENTRIES = 60;

interface Shown {
  readonly id: number;
  readonly type: 'file' | 'folder';
  readonly name: string;
  readonly folder_id: number;
  readonly sha256?: string;
  readonly comments?: string;
}

interface Result {
  readonly id: number;
  readonly status: string;
  readonly entry?: Shown;
}

/** A change that a page can take back. */
interface Undoable {
  readonly step: number;
  readonly undo: () => Promise<unknown>;
}

/** A user with a page: its undos send what the page sends (`web/state/actions`). */
interface User {
  readonly name: string;
  readonly client: Client;
  readonly undos: Undoable[];
}

/** What of an entry a user has changed, as the service acknowledged it. */
type Part = 'content' | 'name' | 'place';

interface Touch {
  readonly by: User;
  readonly step: number;
  /** The part of the entry after the change; undefined: not known from the response. */
  readonly value: unknown;
}

function partOf(shown: Shown | undefined, part: string): unknown {
  if (part === 'name') return shown?.name;
  return part === 'place' ? shown?.folder_id : shown && [shown.sha256, shown.comments];
}

type Seen = ReadonlyMap<number, Shown>;

/** The value of a touched part; the key consists of the part and the id. */
function valueOf(seen: Seen, key: string): unknown {
  const [part = '', id] = key.split(' ');
  return partOf(seen.get(Number(id)), part);
}

class SharedTree {
  readonly #random: (below: number) => number;
  readonly #roots: readonly number[];
  /** Last change, by part and id of the entry. */
  readonly #touches = new Map<string, Touch>();
  #step = 0;
  readonly counts = { steps: 0, undone: 0, left: 0, raced: 0 };

  constructor(roots: readonly number[], random: (below: number) => number) {
    this.#roots = roots;
    this.#random = random;
  }

  /** Everything that a user sees below the shared folders, by id. */
  async look({ client }: User): Promise<Map<number, Shown>> {
    const seen = new Map<number, Shown>();
    const folders = [...this.#roots];
    for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
      const { data } = (await client.get(`/folders/${folder}/contents?per_page=200`).expect(200)).body;
      for (const entry of data as Shown[]) {
        seen.set(entry.id, { ...entry, folder_id: folder });
        if (entry.type === 'folder') folders.push(entry.id);
      }
    }
    return seen;
  }

  /** One step of a user, and sometimes one of the other user at the same time. */
  async play(user: User, other: User): Promise<void> {
    this.#step += 1;
    this.counts.steps += 1;
    if (this.#random(3) > 0 || user.undos.length === 0) await this.#change(user, await this.look(user));
    else await this.#undo(user, other, this.#random(2) === 0);
  }

  async #undo(user: User, other: User, isRace: boolean): Promise<void> {
    const { step, undo } = present(user.undos.pop());
    const before = await this.look(other);
    const touched = new Map(this.#touches);
    const change = isRace ? this.#change(other, before) : undefined;
    await undo();
    await change;
    // What a user has taken back need not stay.
    for (const [key, touch] of touched)
      if (touch.by === user && touch.step === step && this.#touches.get(key) === touch)
        this.#touches.delete(key);
    const after = await this.look(other);
    const where = `step ${this.#step}: ${user.name} undid step ${step}`;
    this.counts.undone += 1;
    if (isRace) this.counts.raced += 1;
    if (isRace) this.#assertTold(other, after, `${where} at the same time`);
    else if (this.#assertLeft(touched, { other, since: step, before, after }, where) > 0)
      this.counts.left += 1;
  }

  /** What the other user has changed since is as it was before the undo. @returns number of such parts */
  #assertLeft(
    touched: ReadonlyMap<string, Touch>,
    { other, since, before, after }: { other: User; since: number; before: Seen; after: Seen },
    where: string,
  ): number {
    const theirs = [...touched].filter(([, { by, step }]) => by === other && step > since);
    for (const [key] of theirs)
      assert.deepEqual(valueOf(after, key), valueOf(before, key), `${where}: ${key}`);
    return theirs.length;
  }

  /** What the other user was told during the undo holds. */
  #assertTold(other: User, after: Seen, where: string): void {
    for (const [key, { by, step, value }] of this.#touches)
      if (by === other && step === this.#step && value !== undefined)
        assert.deepEqual(valueOf(after, key), value, `${where}: ${key}`);
  }

  #one<T>(list: readonly T[]): T {
    return present(list[this.#random(list.length)]);
  }

  async #change(user: User, seen: ReadonlyMap<number, Shown>): Promise<void> {
    const all = [...seen.values()];
    const folders = [...this.#roots, ...all.filter(({ type }) => type === 'folder').map(({ id }) => id)];
    const folder = this.#one(folders);
    if (all.length === 0 || (all.length < MAX_ENTRIES && this.#random(5) === 0))
      return this.#add(user, folder);
    const entry = this.#one(all);
    switch (this.#random(all.length > MAX_ENTRIES ? 3 : 7)) {
      case 0:
        return this.#remove(user, entry);
      case 1:
      case 2:
        return this.#move(user, entry, folder);
      case 3:
        return this.#rename(user, entry);
      case 4:
        return this.#copy(user, entry, folder);
      case 5:
        return this.#restore(user);
      default:
        return this.#save(user, entry);
    }
  }

  #touch(by: User, id: number, parts: readonly Part[], shown?: Shown): void {
    for (const part of parts)
      this.#touches.set(`${part} ${id}`, { by, step: this.#step, value: partOf(shown, part) });
  }

  async #add(user: User, folder: number): Promise<void> {
    const step = this.#step;
    const name = `n${step}`;
    if (this.#random(2) === 0) {
      const { body, status } = await user.client.upload({ folder_id: folder }, { name, content: name });
      if (status < 300) this.#touch(user, body.data.id, ['content', 'name', 'place'], body.data);
      return;
    }
    const { body, status } = await user.client.post('/folders', { folder_id: folder, name });
    if (status >= 300) return;
    const { id } = body.data;
    this.#touch(user, id, ['name', 'place'], body.data);
    const gone = {
      action: 'delete',
      ids: [id],
      only_empty: true,
      expected_folder_id: folder,
      expected_name: name,
    };
    user.undos.push({ step, undo: () => this.#batch(user, gone) });
  }

  /** Stores a version or comments. */
  async #save(user: User, { id, type, name, folder_id }: Shown): Promise<void> {
    if (type === 'folder') return;
    const text = `by ${user.name} ${this.#step} ${this.#random(1e6)}`;
    if (this.#random(2) === 0) {
      const { status, body } = await user.client.patch(`/documents/${id}`, { comments: text });
      if (status === 200) {
        this.#touch(user, id, ['content'], body.data);
      }
      return;
    }
    const { status, body } = await user.client.upload({ folder_id }, { name, content: text });
    if (status < 300) {
      this.#touch(user, body.data.id, ['content'], body.data);
    }
  }

  async #rename(user: User, { id, type, name: seen }: Shown): Promise<void> {
    const path = `/${type === 'folder' ? 'folders' : 'documents'}/${id}`;
    const [step, name] = [this.#step, `r${this.#step}.${this.#random(1e6)}`];
    const { status, body } = await user.client.patch(path, { name, expected: { name: seen } });
    if (status !== 200) return;
    this.#touch(user, id, ['name'], body.data);
    user.undos.push({
      step,
      undo: () => user.client.patch(path, { name: seen, expected: { name } }),
    });
  }

  async #move(user: User, { id, folder_id: from, name }: Shown, to: number): Promise<void> {
    const step = this.#step;
    const { results, since } = await this.#batch(user, {
      action: 'move',
      ids: [id],
      folder_id: to,
      conflict: 'rename',
    });
    const [moved] = results.filter(({ status }) => status === 'done');
    if (!moved) return;
    const there = moved.entry?.id ?? id;
    this.#touch(user, there, moved.entry?.name === name ? ['place'] : ['name', 'place'], moved.entry);
    const still = { unchanged_since: since, expected_folder_id: to };
    user.undos.push({
      step,
      undo: async () => {
        if (there !== id) {
          const { results: originals } = await this.#batch(user, { action: 'restore', ids: [id] });
          if (originals[0]?.status === 'done')
            await this.#batch(user, { action: 'delete', ids: [there], ...still });
          return;
        }
        const back = { action: 'move', ids: [id], folder_id: from, conflict: 'fail', ...still };
        const { results: returned } = await this.#batch(user, back);
        const now = returned[0]?.status === 'done' ? returned[0].entry?.name : undefined;
        if (now === undefined || now === name) return;
        for (const kind of ['folders', 'documents'])
          await user.client.patch(`/${kind}/${id}`, { name, expected: { name: now } });
      },
    });
  }

  async #copy(user: User, { id }: Shown, folder: number): Promise<void> {
    const step = this.#step;
    const action = { action: 'copy', ids: [id], folder_id: folder, conflict: 'rename' };
    const { results, since } = await this.#batch(user, action);
    const ids = results.flatMap(({ status, entry }) => (status === 'done' && entry ? [entry.id] : []));
    for (const each of ids) this.#touch(user, each, ['content', 'name', 'place']);
    const gone = { action: 'delete', ids, unchanged_since: since, expected_folder_id: folder };
    if (ids.length > 0) user.undos.push({ step, undo: () => this.#batch(user, gone) });
  }

  async #remove(user: User, { id }: Shown): Promise<void> {
    const step = this.#step;
    const { results } = await this.#batch(user, { action: 'delete', ids: [id] });
    if (results[0]?.status !== 'done') return;
    user.undos.push({ step, undo: () => this.#batch(user, { action: 'restore', ids: [id] }) });
  }

  async #restore(user: User): Promise<void> {
    const step = this.#step;
    const { data } = (await user.client.get('/trash?per_page=20').expect(200)).body;
    if (data.length === 0) return;
    const { id } = this.#one(data as { id: number }[]);
    const { results, since } = await this.#batch(user, { action: 'restore', ids: [id] });
    if (results[0]?.status !== 'done') return;
    this.#touch(user, id, ['place'], results[0].entry);
    const gone = { action: 'delete', ids: [id], unchanged_since: since };
    user.undos.push({ step, undo: () => this.#batch(user, gone) });
  }

  async #batch({ client }: User, body: object): Promise<{ results: readonly Result[]; since: number }> {
    const { status, body: response } = await client.post('/entries/batch', body);
    // The target folder is gone: the page says so, and nothing is changed.
    if (status === 422) return { results: [], since: 0 };
    assert.equal(status, 200);
    return { results: response.data, since: response.meta.activity_id };
  }
}

trial('undo while two users change a shared tree', { small: 20, full: 20 }, function ({ seed, bySize }) {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('never takes back what the other user was told', async function () {
    const random = randomNumbers(seed);
    const [ann, ben] = (await Promise.all(
      ['ann', 'ben'].map(
        async (name): Promise<User> => ({
          name,
          client: await clientOf(service, await service.createUser(name)),
          undos: [],
        }),
      ),
    )) as [User, User];
    const roots: number[] = [];
    for (const [owner, guest] of [
      [ann, ben],
      [ben, ann],
    ] as const) {
      const { id } = await owner.client.folder(`of ${owner.name}`);
      await owner.client
        .post('/shares', { folder_id: id, users: [guest.name], permissions: ALL })
        .expect(201);
      roots.push(id);
    }
    const tree = new SharedTree(roots, random);
    for (let step = 0; step < bySize(600, 10_000); step += 1)
      await (random(2) === 0 ? tree.play(ann, ben) : tree.play(ben, ann));
    process.stdout.write(`      ${JSON.stringify(tree.counts)}\n`);
    assert.ok(tree.counts.undone > 50 && tree.counts.left > 5 && tree.counts.raced > 20);
    assert.deepEqual(await tree.look(ann), await tree.look(ben));
    assert.deepEqual(service.errors(), []);
  });
});
