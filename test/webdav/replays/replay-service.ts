import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Database } from '../../../src/storage/database/database.ts';
import { Rest } from '../../clients/rest.ts';
import { assertFaultless } from '../../support/database/faults.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../client.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A user with clients for both interfaces. */
export interface Person extends Account {
  readonly dav: DavClient;
  readonly rest: Rest;
}

/** A service with a clock that stands still until a test advances it, for any number of scenes. */
export class ReplayService {
  readonly service: Service;
  readonly #clock: { time: number };
  #people = 0;

  private constructor(service: Service, clock: { time: number }) {
    this.service = service;
    this.#clock = clock;
  }

  static async open(): Promise<ReplayService> {
    const clock = { time: Date.UTC(2026, 0, 31, 12) };
    return new ReplayService(await startService({ now: () => clock.time }), clock);
  }

  /** Advances the clock. */
  pass(milliseconds: number): void {
    this.#clock.time += milliseconds;
  }

  /** Creates a user whose login starts with `name`. */
  async person(name: string): Promise<Person> {
    this.#people += 1;
    const account = await this.service.createUser(`${name}${this.#people}`);
    const { login, password, actor } = account;
    const token = { name: 'test', scopes: ['read', 'write'] };
    const { secret } = await this.service.dms.tokens.create(actor, token);
    return {
      ...account,
      dav: new DavClient(this.service.port, basic(login, password)),
      rest: new Rest(this.service, secret),
    };
  }

  /** Asserts that no error was logged, and that the database is sound. */
  async assertSound(): Promise<void> {
    assert.deepEqual(this.service.errors(), []);
    const database = Database.open(join(this.service.dataDirectory, 'dms.sqlite'), 'relaxed');
    try {
      await assertFaultless(database);
    } finally {
      await database.close();
    }
  }

  close(): Promise<void> {
    return this.service.stop();
  }
}
