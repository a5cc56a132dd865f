import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { BackupStatus } from '../../src/core/backup-status.ts';
import { createContext } from '../../src/core/context.ts';
import { Schedule } from '../../src/core/schedule.ts';
import { createLogger } from '../../src/log.ts';
import { BackupResults } from '../../src/storage/backup-results.ts';
import { type CoreFixture, DAY, openCoreFixture } from '../support/accounts.ts';

const HOUR = DAY / 24;

describe('a schedule', () => {
  const local = (...[month, day, hour, minute]: [number, number, number, number]) =>
    new Date(2026, month - 1, day, hour, minute).getTime();

  it('goes by the clock of the machine’s time zone', () => {
    const nightly = new Schedule('30 2 * * *');
    assert.equal(nightly.nextAfter(local(6, 1, 2, 29)), local(6, 1, 2, 30));
    assert.equal(nightly.nextAfter(local(6, 1, 2, 30)), local(6, 2, 2, 30));
  });

  it('passes over days that it leaves out', () => {
    const friday = local(6, 5, 20, 0);
    assert.equal(new Schedule('0 20 * * MON-FRI').nextAfter(friday), local(6, 8, 20, 0));
  });
});

describe('backups by a schedule', () => {
  let core: CoreFixture;
  let results: BackupResults;

  beforeEach(async () => {
    core = await openCoreFixture();
    results = new BackupResults(core.database);
  });
  afterEach(() => core.close());

  /** As after a start of the service. */
  function backups(schedule?: string): BackupStatus {
    const environment = {
      now: () => core.now(),
      randomBytes,
      log: createLogger({ level: 'silent', format: 'json' }),
    };
    return new BackupStatus(createContext(environment, core.database, core.dataDirectory), { schedule });
  }

  async function succeed(): Promise<void> {
    const at = core.now();
    await core.database.transaction(() =>
      results.record({ outcome: 'success', at, destination: '/srv/backup', detail: 'a snapshot' }),
    );
  }

  /** Moves the clock to the next time of the schedule. */
  function passToNext(): void {
    core.pass((hourly.nextAt() ?? 0) - core.now());
  }

  let hourly: BackupStatus;
  beforeEach(() => {
    hourly = backups('0 * * * *');
  });

  it('are missed until there is a first one', async () => {
    assert.equal(hourly.isMissed(), true);
    await succeed();
    assert.equal(hourly.isMissed(), false);
  });

  it('are missed once a time has gone by without one, as when the machine was off', async () => {
    passToNext();
    await succeed();
    core.pass(HOUR - 1);
    assert.equal(backups('0 * * * *').isMissed(), false);
    core.pass(1);
    assert.equal(backups('0 * * * *').isMissed(), true);
    await succeed();
    assert.equal(backups('0 * * * *').isMissed(), false);
  });

  it('are late when the second time has gone by since the last one', async () => {
    passToNext();
    await succeed();
    core.pass(2 * HOUR - 1);
    assert.equal(hourly.report().warning, undefined);
    core.pass(1);
    assert.equal(hourly.report().warning, 'backup_late');
    await succeed();
    assert.equal(hourly.report().warning, undefined);
  });

  it('are late when there is none after two times since the start', () => {
    passToNext();
    assert.equal(hourly.report().warning, undefined);
    core.pass(HOUR);
    assert.equal(hourly.report().warning, 'backup_late');
  });

  it('warn of the last attempt if it failed, also without a schedule, until one succeeds', async () => {
    const byHand = backups();
    await succeed();
    core.pass(1);
    await byHand.failed('/mnt/usb', 'the disk is full');
    const { lastSuccess, lastFailure, warning, nextAt } = byHand.report();
    assert.equal(warning, 'backup_failed');
    assert.equal(nextAt, undefined);
    assert.equal(lastSuccess?.detail, 'a snapshot');
    assert.deepEqual([lastFailure?.destination, lastFailure?.detail], ['/mnt/usb', 'the disk is full']);
    assert.equal(hourly.report().warning, 'backup_failed');
    core.pass(1);
    await succeed();
    assert.equal(byHand.report().warning, undefined);
    assert.equal(byHand.report().lastFailure?.detail, 'the disk is full');
  });

  it('are missed, and failures are told, when the last one was made by a clock that was ahead', async () => {
    core.pass(365 * DAY);
    await succeed();
    core.pass(-365 * DAY);
    assert.equal(hourly.isMissed(), true);
    await hourly.failed('/mnt/usb', 'the disk is full');
    assert.equal(hourly.report().warning, 'backup_failed');
    core.pass(1);
    await succeed();
    assert.equal(hourly.report().warning, undefined);
    assert.equal(hourly.isMissed(), false);
  });

  it('do not warn of a failure of a clock that was ahead once one has succeeded', async () => {
    core.pass(365 * DAY);
    await hourly.failed('/mnt/usb', 'the disk is full');
    core.pass(-365 * DAY);
    await succeed();
    assert.equal(hourly.report().warning, undefined);
  });

  it('without a schedule are neither missed nor late', () => {
    const byHand = backups();
    core.pass(365 * DAY);
    assert.equal(byHand.isMissed(), false);
    assert.deepEqual(byHand.report(), {
      lastSuccess: undefined,
      lastFailure: undefined,
      nextAt: undefined,
      warning: undefined,
    });
  });
});
