/**
 * Wait times of other users: `npm run test:waits -- [CHECKOUT] [SECONDS] [PART OF A NAME]`. For each load by one user,
 * starts `dms serve` of a checkout (default: this one), and prints the longest GET of another user during the load,
 * with a token and with a previously used password, and the maximum memory and open files of the server. The script
 * only prints figures; it checks no limits and never fails.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { basic, Caller } from './caller.ts';
import { Attacker, LOADS, type Load } from './loads.ts';
import { BEN, makeOffice, type Office } from './office.ts';
import { measureWaits } from './probe.ts';
import { Server } from './server.ts';

/** Number of folders, with 200 documents each. */
const FOLDERS = 100;
/** Time limit for the last responses to a load after its end, and then for those to the waiting user. */
const LAST_ANSWERS_MS = 20_000;
const ADDRESS_OF_BEN = '127.0.0.1';

const [checkout = '.', seconds = '10', part = ''] = process.argv.slice(2);

async function measure(load: Load, office: Office, dataDirectory: string): Promise<string[]> {
  const server = await Server.start(resolve(checkout), dataDirectory);
  let isOver = false;
  const attacker = new Attacker(server.port, office, () => isOver);
  const callers = [office.tokens.ben, BEN.password].map(
    (password) => new Caller(server.port, basic(BEN.login, password), ADDRESS_OF_BEN),
  );
  try {
    // The server caches the password from now on.
    for (const caller of callers) await caller.must('GET', '/webdav/plan.txt');
    await load.prepare?.(attacker);
    let isSettled = false;
    const waiting = callers.map((caller) => measureWaits(caller, () => isSettled));
    const running = load.run(attacker);
    await pause(Number(seconds) * 1000);
    isOver = true;
    await Promise.race([running, pause(LAST_ANSWERS_MS)]);
    isSettled = true;
    const waits = await Promise.race([Promise.all(waiting), pause(LAST_ANSWERS_MS)]);
    const shown = (waits || []).map(
      ({ longestMs, failed }) => `${longestMs.toFixed(0)} ms${statuses(failed, ', not 200: ')}`,
    );
    const { bytes, openFiles } = server.peak;
    return [
      load.name,
      shown[0] ?? 'no answer',
      shown[1] ?? 'no answer',
      `${(bytes / 2 ** 20).toFixed(0)} MiB`,
      String(openFiles),
      `${statuses(attacker.answers)}${server.hasEnded ? ' THE SERVER HAS ENDED' : ''}`,
    ];
  } finally {
    for (const caller of [...callers, attacker]) caller.close();
    await server.stop();
  }
}

function statuses(counts: ReadonlyMap<number, number>, before = ''): string {
  if (counts.size === 0) return '';
  const sorted = [...counts].sort(([one], [other]) => one - other);
  return (
    before +
    sorted
      .map(([status, count]) => `${String(count)} × ${status === 0 ? 'broken' : String(status)}`)
      .join(', ')
  );
}

const directory = await mkdtemp(join(tmpdir(), 'dms-waits-'));
try {
  const template = join(directory, 'office');
  Server.prepare(resolve(checkout), template);
  const builder = await Server.start(resolve(checkout), template);
  const office = await makeOffice(builder, FOLDERS).finally(() => builder.stop());
  console.log(`${resolve(checkout)}: ${String(FOLDERS * 200)} documents, ${seconds} s for each load\n`);
  console.log(
    '| load of one user | longest wait of another (token) | (password) | most memory | open files | answers |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const load of LOADS.filter(({ name }) => name.includes(part))) {
    const data = join(directory, 'data');
    await cp(template, data, { recursive: true });
    console.log(`| ${(await measure(load, office, data)).join(' | ')} |`);
    await rm(data, { recursive: true, force: true });
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
process.exit();
