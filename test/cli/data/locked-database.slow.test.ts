import assert from 'node:assert/strict';
import BetterSqlite from 'better-sqlite3';
import { dms, ServiceProcess } from '../../support/process.ts';

/** As a COPY of 130,000 documents in the service itself holds it, for 13 s (measured), or a backup program. */
const HELD_MS = 15_000;

describe('the command line while the database is locked for 15 s', () => {
  let service: ServiceProcess;

  beforeEach(async () => {
    service = await ServiceProcess.start({ isReading: false });
    for (const login of ['anna', 'bert']) await service.createAdmin(login, 'a long enough password');
  });
  afterEach(() => service.dispose());

  async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
    const other = new BetterSqlite(`${service.dataDirectory}/dms.sqlite`);
    other.exec('BEGIN IMMEDIATE');
    const held = new Promise<void>((resolve) => {
      setTimeout(() => {
        other.exec('COMMIT');
        other.close();
        resolve();
      }, HELD_MS);
    });
    try {
      return await work();
    } finally {
      await held;
    }
  }

  it('dms user disable, dms user list and dms status work', async () => {
    const commands = [['user', 'disable', 'bert'], ['user', 'list'], ['status']];
    const ended = await whileLocked(() =>
      Promise.all(commands.map((args) => dms(args, { cwd: service.directory }))),
    );
    for (const { code, stderr } of ended) {
      assert.doesNotMatch(stderr, /node_modules|SqliteError/);
      assert.equal(code, 0, stderr);
    }
  });

  it('dms serve starts, or says in a sentence what is in the way', async () => {
    await service.kill('SIGTERM');
    const outcome = await whileLocked(() =>
      service.restart().then(
        () => '',
        (error: unknown) => String(error),
      ),
    );
    assert.doesNotMatch(outcome, /node_modules|SqliteError/);
  });
});
