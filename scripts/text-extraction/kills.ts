/**
 * Kill test of reading: `npm run test:reading-kills -- [--uploads N] [--kills N] [--child-kills N]`. Uploads documents
 * over WebDAV and REST. During the uploads, kills the service and the child process that reads documents with SIGKILL.
 * Compares texts, thumbnails and searches with those of an undisturbed run. The exit code is 1 if they differ.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ChildWatch } from './child.ts';
import { type Made, made } from './made.ts';
import { Office } from './office.ts';

const UPLOADS_AT_ONCE = 4;
const RETRY_MS = 100;
/** Mean time between kills of the service. */
const SERVICE_LIVES_MS = 3000;
const CHILD_LIVES_MS = 2000;

const { values } = parseArgs({
  options: {
    uploads: { type: 'string', default: '500' },
    kills: { type: 'string', default: '10' },
    'child-kills': { type: 'string', default: '20' },
  },
});

/**
 * Uploads each document until it is acknowledged, alternating between both interfaces, slowly enough to be interrupted.
 */
async function uploadAll(office: Office, documents: readonly Made[], betweenMs: number): Promise<void> {
  const waiting = documents.entries();
  const one = async (): Promise<void> => {
    for (const [index, { name, content }] of waiting) {
      await untilDone(() => (index % 2 === 0 ? office.put(name, content) : office.post(name, content)));
      await pause(betweenMs);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, one));
}

/** Retries while the service is down. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch {
      await pause(RETRY_MS);
    }
  }
}

/** Waits for 0.5 to 1.5 times `meanMs`. */
async function aWhile(meanMs: number): Promise<void> {
  await pause(meanMs * (0.5 + Math.random()));
}

async function killService(office: Office, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    await aWhile(SERVICE_LIVES_MS);
    await office.service.kill('SIGKILL');
    await office.restart();
  }
}

/** @returns how many times a child process was running and was killed */
async function killChildren(office: Office, times: number): Promise<number> {
  let killed = 0;
  const child = new ChildWatch(() => office.service.pid);
  for (let left = times; left > 0; left -= 1) {
    await aWhile(CHILD_LIVES_MS);
    const pid = child.pid;
    if (pid === undefined) continue;
    process.kill(pid, 'SIGKILL');
    killed += 1;
  }
  child.stop();
  return killed;
}

/** The visible state of each document: text, thumbnail, and the results of a search for its word. */
async function seen(office: Office, documents: readonly Made[]): Promise<Map<string, string>> {
  await office.settled();
  const outcomes = await office.outcomes();
  const all = new Map<string, string>();
  for (const { name, word } of documents) {
    const { text, thumbnail } = outcomes.get(name) ?? {};
    const found = word === undefined ? [] : await office.find(word);
    const image = await office.thumbnail(name);
    all.set(name, `text ${text}, thumbnail ${thumbnail} ${image}, found ${[...found].join(' ')}`);
  }
  if (outcomes.size !== documents.length) all.set('documents', String(outcomes.size));
  return all;
}

const documents = made(Number(values.uploads));
const [kills, childKills] = [Number(values.kills), Number(values['child-kills'])];
const lastsMs = Math.max(kills * SERVICE_LIVES_MS, childKills * CHILD_LIVES_MS);

async function run(isKilled: boolean): Promise<Map<string, string>> {
  const office = await Office.open();
  try {
    const betweenMs = isKilled ? (lastsMs * UPLOADS_AT_ONCE) / documents.length : 0;
    const [, , killed] = await Promise.all([
      uploadAll(office, documents, betweenMs),
      isKilled ? killService(office, kills) : undefined,
      isKilled ? killChildren(office, childKills) : undefined,
    ]);
    if (isKilled) console.log(`killed: the service ${kills} times, what reads ${killed} times`);
    return await seen(office, documents);
  } finally {
    await office.dispose();
  }
}

const expected = await run(false);
const incomplete = [...expected].filter(([, what]) => !/thumbnail ready/.test(what));
const actual = await run(true);
const different = [...expected].filter(([name, what]) => actual.get(name) !== what);
for (const [name, what] of [...incomplete, ...different])
  console.log(`${name}: ${what}\n  now: ${actual.get(name)}`);
console.log(`${documents.length} documents, ${incomplete.length} incomplete, ${different.length} different`);
process.exitCode = incomplete.length + different.length === 0 && actual.size === expected.size ? 0 : 1;
