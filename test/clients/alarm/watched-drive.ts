import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Incident } from '../../../src/model/people/incident.ts';
import { type Account, type Service, startService } from '../../support/service.ts';
import { Mount } from '../mount.ts';

const SYSTEM = { kind: 'system', name: 'test' } as const;

/** A service with the alarm as it comes, a user with a mounted drive, and a folder for the files of programs. */
export class WatchedDrive {
  readonly service: Service;
  readonly user: Account;
  readonly mount: Mount;
  /** For files of this machine. */
  readonly directory: string;

  private constructor(service: Service, user: Account, mount: Mount, directory: string) {
    this.service = service;
    this.user = user;
    this.mount = mount;
    this.directory = directory;
  }

  /** @param prepare creates documents before the drive is mounted */
  static async open(
    action: 'notify' | 'pause',
    prepare?: (service: Service, user: Account) => Promise<void>,
  ): Promise<WatchedDrive> {
    const service = await startService({ config: { alarm: { action } } });
    const user = await service.createUser('anna');
    await prepare?.(service, user);
    const directory = await mkdtemp(join(tmpdir(), 'dms-alarm-'));
    return new WatchedDrive(service, user, await Mount.of(service.url, user), directory);
  }

  /** The incidents so far, after everything is examined. */
  async incidents(): Promise<readonly Incident[]> {
    await this.service.dms.alarm.settled();
    return this.service.dms.incidents.list(SYSTEM, false, { page: 1, perPage: 10 }).items;
  }

  async close(): Promise<void> {
    try {
      await this.mount.dispose();
    } finally {
      await this.service.stop();
      await rm(this.directory, { recursive: true });
    }
  }
}
