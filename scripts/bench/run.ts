import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Contender, freePort, makeCredentials, type Place } from './contender.ts';
import { fillListed } from './fixtures.ts';
import { median } from './measure.ts';
import { watchOthers } from './others.ts';
import type { Memory } from './proc.ts';
import type { Results } from './results.ts';
import type { Row } from './row.ts';
import { type Launch, ServerProcess } from './server-process.ts';
import { Session } from './session.ts';
import type { Settings } from './settings.ts';
import type { Undo } from './undo.ts';

/** How long a server is left alone before its idle memory is read. */
const SETTLE_MS = 1_000;

/** What all servers are measured with. */
export interface Run {
  readonly settings: Settings;
  readonly rows: readonly Row[];
  readonly results: Results;
  readonly undo: Undo;
  /** Told how it goes. */
  readonly note: (text: string) => void;
}

/** Measures one server. @throws {Error} when it cannot be run; a row that fails is among the results */
export async function measureServer(run: Run, contender: Contender): Promise<void> {
  const rows = run.rows.filter((row) => (row.calibration === true) === (contender.name === 'node'));
  if (rows.length === 0) return;
  // What the server before has left to be written is not to be paid for by this one.
  spawnSync('sync');
  run.undo.assertOpen();
  const folder = mkdtempSync(join(tmpdir(), `dms-bench-${contender.name}-`));
  const remove = run.undo.add(() => rm(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  try {
    const credentials = makeCredentials();
    const place: Place = { folder, port: await freePort(), settings: run.settings, credentials };
    const launch = await contender.prepare(place);
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
  run.undo.assertOpen();
  let stop = (): Promise<void> => Promise.resolve();
  const server = await ServerProcess.start(launch, (started) => {
    stop = run.undo.add(() => started.stop());
  });
  return { server, stop };
}

/** The first start is for warming up; the last one stays, so that three count. */
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
    readonly credentials: Place['credentials'];
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
  const others = watchOthers(process);
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
    const share = others();
    if (share !== undefined) results.others.set(contender.name, share);
  } finally {
    session.close();
  }
}
