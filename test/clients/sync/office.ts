import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CREATE, DELETE, READ, UPDATE } from '../../../src/model/entries/permissions.ts';
import { ServiceProcess } from '../../support/process.ts';
import { CLIENTS, Device } from './device.ts';
import { Front } from './front.ts';
import { basicOf, localTree, serverTree, type Tree } from './trees.ts';

const PASSWORD = 'a long enough password';
/** Further runs of a client that may be needed until nothing is left to do. */
const MOST_RUNS = 3;
/** The folder that anna shares with ben. */
export const TEAM = 'Team/';

interface Parts {
  readonly service: ServiceProcess;
  readonly front: Front;
  readonly devices: readonly Device[];
  readonly directory: string;
  /** By login. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** A service with two users, a folder that both use, and for each user a device with each client. */
export class SyncedOffice {
  readonly service: ServiceProcess;
  readonly front: Front;
  readonly devices: readonly Device[];
  readonly directory: string;
  readonly #tokens: ReadonlyMap<string, string>;

  private constructor(parts: Parts) {
    this.service = parts.service;
    this.front = parts.front;
    this.devices = parts.devices;
    this.directory = parts.directory;
    this.#tokens = parts.tokens;
  }

  static async open(): Promise<SyncedOffice> {
    const directory = await mkdtemp(join(tmpdir(), 'dms-sync-'));
    const environment = { DMS_SYNC_CLIENTS: 'true' };
    const service = await ServiceProcess.start({ isReading: false, environment });
    const front = await Front.open(service);
    const accounts = [await service.createAdmin('anna', PASSWORD), await service.createUser('ben', PASSWORD)];
    const devices: Device[] = [];
    for (const account of accounts)
      for (const client of CLIENTS)
        devices.push(
          await Device.of(client, account, join(directory, `${account.login}-${client}`), front.url),
        );
    const tokens = new Map(accounts.map(({ login, token }) => [login, token]));
    const office = new SyncedOffice({ service, front, devices, directory, tokens });
    await office.#share();
    return office;
  }

  get logins(): readonly string[] {
    return [...this.#tokens.keys()];
  }

  token(login: string): string {
    return this.#tokens.get(login) ?? '';
  }

  authorization(login: string): string {
    return basicOf({ login, token: this.token(login) });
  }

  /** The drive as this user sees it. */
  drive(login: string): Promise<Tree> {
    return serverTree(this.service.url, this.authorization(login));
  }

  /** The device of this user with this client. */
  device(login: string, client: (typeof CLIENTS)[number]): Device {
    const found = this.devices.find((one) => one.login === login && one.client === client);
    assert.ok(found);
    return found;
  }

  /** Runs a client until its folder is equal to the drive, at most a few times. */
  async settle(device: Device): Promise<void> {
    for (let runs = 1; ; runs += 1) {
      await device.sync();
      const [local, drive] = [await localTree(device.folder), await this.drive(device.login)];
      if (runs < MOST_RUNS && !isEqual(local, drive)) continue;
      assert.deepEqual(difference(local, drive), [], `${device.login}'s ${device.client} and the drive`);
      return;
    }
  }

  async close(): Promise<void> {
    await this.front.close();
    await this.service.dispose();
    await rm(this.directory, { recursive: true });
  }

  /** Creates something as anna over REST. @returns its id */
  async create(path: string, body: unknown): Promise<number> {
    const response = await fetch(`${this.service.url}/api${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.token('anna')}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 201);
    return JSON.parse(await response.text()).data.id;
  }

  async #share(): Promise<void> {
    const folder_id = await this.create('/folders', { folder_id: 0, name: TEAM.slice(0, -1) });
    const permissions = READ | UPDATE | CREATE | DELETE;
    await this.create('/shares', { folder_id, users: ['ben'], permissions });
  }
}

function isEqual(one: Tree, other: Tree): boolean {
  return difference(one, other).length === 0;
}

/** The entries of two trees that differ. */
export function difference(one: Tree, other: Tree): string[] {
  const paths = [...new Set([...one.keys(), ...other.keys()])].sort();
  return paths
    .filter((path) => one.get(path) !== other.get(path))
    .map((path) => `${path}: ${one.get(path) ?? 'missing'} / ${other.get(path) ?? 'missing'}`);
}
