import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test/support/servers/ports.ts';
import type { Cleanups } from './cleanups.ts';
import { fillListed } from './fixtures.ts';
import { median } from './measure.ts';
import type { Memory } from './proc.ts';
import type { Results } from './results.ts';
import type { Row } from './rows/row.ts';
import { type Contender, makeCredentials, type Setup } from './servers/contender.ts';
import { watchOtherPrograms } from './servers/others.ts';
import { type Launch, ServerProcess } from './servers/server-process.ts';
import { Session } from './session.ts';
import type { Settings } from './settings.ts';

/** Pause between the start of a server and the reading of its idle memory. */
const SETTLE_MS = 1_000;

/** State shared by the measurements of all servers. */
export interface Run {
  readonly settings: Settings;
  readonly rows: readonly Row[];
  readonly results: Results;
  readonly cleanups: Cleanups;
  /** Prints a line of progress. */
  readonly note: (text: string) => void;
}

/**
 * Measures one server. A failing row is recorded as failed.
 * @throws {Error} if the server cannot run
 */
export async function measureServer(run: Run, contender: Contender): Promise<void> {
  const rows = run.rows.filter((row) => (row.calibration === true) === (contender.name === 'node'));
  if (rows.length === 0) return;
  // Flushes the data of the previous server now, because flushing it later would slow down this server.
  spawnSync('sync');
  run.cleanups.assertOpen();
  const folder = mkdtempSync(join(tmpdir(), `dms-bench-${contender.name}-`));
  const remove = run.cleanups.add(() => rm(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  try {
    const credentials = makeCredentials();
    const setup: Setup = { folder, port: await freePort(), settings: run.settings, credentials };
    const launch = await contender.prepare(setup);
    if (rows.some(({ name }) => /list|stall/.test(name))) fillListed(launch);
    const startMs = await startTimes(run, launch);
    const { server, stop } = await start(run, launch);
    try {
      await pause(SETTLE_MS);
      const facts = { startMs: median([...startMs, server.startMs]), idle: server.memory() };
      await measureRows(run, contender, rows, { launch, server, facts, credentials });
    } finally {
      await stop();
    }
  } finally {
    await remove();
  }
}

async function start(
  run: Run,
  launch: Launch,
): Promise<{ server: ServerProcess; stop: () => Promise<void> }> {
  run.cleanups.assertOpen();
  let stop = (): Promise<void> => Promise.resolve();
  const server = await ServerProcess.start(launch, (started) => {
    stop = run.cleanups.add(() => started.stop());
  });
  return { server, stop };
}

/** Three starts, of which the first is a warm-up. The later start for the measurements counts too. */
async function startTimes(run: Run, launch: Launch): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < 3; number++) {
    const { server, stop } = await start(run, launch);
    await stop();
    if (number > 0) times.push(server.startMs);
  }
  return times;
}

async function measureRows(
  run: Run,
  contender: Contender,
  rows: readonly Row[],
  running: {
    readonly launch: Launch;
    readonly server: ServerProcess;
    readonly facts: { readonly startMs: number; readonly idle: Memory | undefined };
    readonly credentials: Setup['credentials'];
  },
): Promise<void> {
  const { settings, results } = run;
  const { launch, server: process, facts, credentials } = running;
  const session = new Session({
    settings,
    launch,
    process,
    facts,
    credentials,
  });
  const endWatch = watchOtherPrograms(process);
  try {
    for (const row of rows) {
      run.note(`${contender.title}: ${row.title}`);
      try {
        const value = await row.measure(session);
        if (value !== undefined) results.set(row.name, contender.name, { kind: 'figure', value });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        results.set(row.name, contender.name, { kind: 'failed', reason });
      }
      session.peak();
    }
    const share = endWatch();
    if (share !== undefined) results.others.set(contender.name, share);
  } finally {
    session.close();
  }
}
