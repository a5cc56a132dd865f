/**
 * Crash test: `npm run test:crash -- [KILLS] [SEED]`. Kills `dms serve` with SIGKILL at random moments while
 * 8 writers change documents and 4 append to one, and compares the data after each restart with the acknowledged
 * operations. The exit code is 1 if data is lost, corrupt, or there without having been written ("phantom").
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceProcess } from '../test/support/process.ts';
import { Trial } from './crash/trial.ts';

/** About the duration of a start. */
const START_MS = 500;

const kills = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

/**
 * Starts the service again. One start in five is killed, and a second one follows.
 * @returns number of killed starts: 0 or 1
 */
async function restart(service: ServiceProcess, { random }: Trial): Promise<number> {
  const isKilled = random.below(5) === 0;
  if (isKilled) {
    service.launch();
    await sleep(random.below(START_MS));
    await service.kill('SIGKILL');
  }
  await service.restart();
  return isKilled ? 1 : 0;
}

const service = await ServiceProcess.start();
try {
  console.log(`seed ${String(seed)}: ${String(kills)} kills, ${service.dataDirectory}`);
  const trial = await Trial.begin(service, seed);
  let killed = 0;
  while (killed < kills) {
    await trial.round(async () => {
      await service.kill('SIGKILL');
    });
    killed += 1 + (await restart(service, trial));
    await trial.compare();
    console.log(`${String(killed)} kills: ${String(trial.faultCount)} faults`);
  }
  await trial.end();
  trial.report(`${String(killed)} kills`);
  process.exitCode = trial.faultCount === 0 ? 0 : 1;
} finally {
  await service.dispose();
}
