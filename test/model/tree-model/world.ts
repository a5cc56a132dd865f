import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { type Client, clientOf } from '../../rest/client.ts';
import { DirectIndex } from '../../support/database/search-index.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../../webdav/client.ts';
import {
  assertBytes,
  assertDavShows,
  assertHistory,
  assertRestShows,
  assertTrashShows,
  Memory,
} from './observations.ts';
import { type Answered, davRequest, restRequest } from './requests.ts';
import type { Statuses } from './rules/dav-answers.ts';
import { LOGINS, type Login } from './rules/entries.ts';
import { overRest } from './rules/rest.ts';
import type { RestStep, Step } from './rules/steps.ts';
import { Tree } from './rules/tree.ts';
import { overDav } from './rules/webdav.ts';
import { assertSound } from './soundness.ts';

/** Time between two steps. No sum of steps and waits equals a limit of a rule, so that no step falls exactly on one. */
const STEP_MS = 1013;

interface Person {
  readonly account: Account;
  readonly dav: DavClient;
  readonly rest: Client;
  /** Reads over REST; faster than {@link Person.rest}. */
  readonly api: DavClient;
}

const REST_VERBS: Readonly<Record<RestStep['do'], true>> = {
  upload: true,
  'make folder': true,
  rename: true,
  move: true,
  copy: true,
  delete: true,
  describe: true,
  'restore version': true,
  'delete version': true,
  restore: true,
  purge: true,
};

function isRest(step: Exclude<Step, { do: 'wait' }>): step is RestStep {
  return step.do in REST_VERBS;
}

/** A service and its model, to which the same steps are applied. */
class World {
  readonly #service: Service;
  readonly #database: Database;
  readonly #index: DirectIndex;
  readonly #people: Readonly<Record<Login, Person>>;
  readonly #memory = new Memory();
  readonly #tree: Tree;

  private constructor(service: Service, people: Readonly<Record<Login, Person>>, tree: Tree) {
    this.#service = service;
    this.#people = people;
    this.#tree = tree;
    this.#database = Database.open(join(service.dataDirectory, 'dms.sqlite'), 'relaxed');
    this.#index = new DirectIndex(this.#database);
  }

  /** Creates Ann and Ben, without any entries. */
  static async open(): Promise<World> {
    const tree = new Tree(Date.UTC(2026, 0, 31, 12));
    const service = await startService({ now: () => tree.now, config: { durability: 'relaxed' } });
    const person = async (login: Login): Promise<Person> => {
      const account = await service.createUser(login);
      const dav = new DavClient(service.port, basic(login, account.password));
      const { secret } = await service.dms.tokens.create(account.actor, { name: 'model', scopes: ['read'] });
      const api = new DavClient(service.port, `Bearer ${secret}`);
      return { account, dav, rest: await clientOf(service, account), api };
    };
    try {
      return new World(service, { ann: await person('ann'), ben: await person('ben') }, tree);
    } catch (error) {
      await service.stop();
      throw error;
    }
  }

  /**
   * Creates `/a.txt`, `/d`, `/shared.txt`, and `/team` with a document for Ann, and grants Ben `bits` on the latter
   * two.
   */
  async furnish(bits: number): Promise<void> {
    const asAnn = { by: 'ann', shows: false } as const;
    await this.play({ do: 'PUT', ...asAnn, path: '/a.txt', content: 'one' });
    await this.play({ do: 'MKCOL', ...asAnn, path: '/d' });
    await this.play({ do: 'MKCOL', ...asAnn, path: '/team' });
    await this.play({ do: 'PUT', ...asAnn, path: '/team/a.txt', content: 'one' });
    await this.play({ do: 'PUT', ...asAnn, path: '/shared.txt', content: 'two' });
    await this.#share('/team', bits);
    await this.#share('/shared.txt', bits);
  }

  async close(): Promise<void> {
    await this.#database.close();
    await this.#service.stop();
  }

  /** Runs a step in both, and compares the response and the resulting view of its user. */
  async play(step: Step): Promise<void> {
    this.#tree.now += STEP_MS;
    if (step.do === 'wait') {
      this.#tree.now += step.seconds * 1000;
      return;
    }
    try {
      await this.#do(step);
      await this.#look(step.by);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${JSON.stringify(step)}: ${reason}`, { cause: error });
    }
  }

  async #do(step: Exclude<Step, { do: 'wait' }>): Promise<void> {
    const { dav, rest } = this.#people[step.by];
    const tree = this.#tree;
    if (isRest(step)) {
      const request = restRequest(tree, step, rest);
      if (request) expectStatus(overRest(tree, step, request.subject), await request.send());
      return;
    }
    const send = davRequest(tree, step, dav);
    const answered = expectStatus(overDav(tree, step), await send());
    for (const lock of tree.locks) lock.token ??= answered.token;
  }

  async #share(path: string, permissions: number): Promise<void> {
    const entry = this.#tree.resolve('ann', path);
    assert.ok(entry?.id !== undefined);
    const share = { entryId: entry.id, users: ['ben'], permissions };
    await this.#service.dms.shares.create(this.#people.ann.account.actor, share);
    this.#tree.share(entry, 'ben', permissions);
  }

  async #look(login: Login): Promise<void> {
    const { dav, api } = this.#people[login];
    await assertRestShows(this.#tree, login, api, this.#memory);
    await assertTrashShows(this.#tree, login, api);
    await assertDavShows(this.#tree, login, dav, this.#memory);
    await assertSound(this.#database, this.#index, this.#tree);
    assert.deepEqual(this.#service.errors(), [], 'errors in the log');
  }

  /** Compares everything that each user sees, including histories and bytes. */
  async lookClosely(): Promise<void> {
    for (const login of LOGINS) {
      await this.#look(login);
      const { dav, api } = this.#people[login];
      for (const { path, entry } of this.#tree.reachable(login)) {
        if (entry.kind === 'folder') continue;
        await assertHistory(entry, api);
        await assertBytes(entry, path, dav, api);
      }
    }
  }
}

function expectStatus(allowed: Statuses, answered: Answered): Answered {
  assert.ok(
    allowed.includes(answered.status),
    `answered ${answered.status}, not ${allowed.join(' or ')}: ${answered.text.slice(0, 300)}`,
  );
  return answered;
}

/** Plays steps in sequence in a new world, and compares everything at the end. */
export async function playInNewWorld(bits: number, steps: readonly Step[]): Promise<void> {
  const world = await World.open();
  try {
    await world.furnish(bits);
    for (const step of steps) await world.play(step);
    await world.lookClosely();
  } finally {
    await world.close();
  }
}
