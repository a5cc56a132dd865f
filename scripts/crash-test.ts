/**
 * Crash test: `npm run test:crash -- [KILLS] [SEED]`. Kills `dms serve` with SIGKILL at random moments while
 * 8 writers change documents and 4 append to one, and compares the data after each restart with the acknowledged
 * operations. The exit code is 1 if data is lost, corrupt, or there without having been written ("phantom").
 */
import { ServiceProcess } from '../test/support/process.ts';
import { Trial } from './crash/trial.ts';

const kills = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

const service = await ServiceProcess.start();
try {
  console.log(`seed ${String(seed)}: ${String(kills)} kills, ${service.dataDirectory}`);
  const trial = await Trial.begin(service, seed);
  const killed = await trial.run(kills, async () => {
    await service.kill('SIGKILL');
  });
  trial.report(`${String(killed)} kills`);
  process.exitCode = trial.faultCount === 0 ? 0 : 1;
} finally {
  await service.dispose();
}
