import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { serveTasks } from '../../../src/jobs/child/child.ts';

/*
 * Runs in the sandbox of the process that reads contents, and attempts everything that this process must not do. A
 * content is the path of a file that the program may not read; its text reports the result of each attempt.
 */

async function connects(...to: [string] | [number, string]): Promise<unknown> {
  const socket = typeof to[0] === 'string' ? connect(to[0]) : connect(to[0], to[1]);
  return once(socket, 'connect');
}

const attempts: Readonly<Record<string, (secret: string) => unknown>> = {
  'read a file': (secret) => readFileSync(secret),
  'write a file': (secret) => writeFileSync(`${secret}.new`, ''),
  'open a file with SQLite': async (secret) => {
    const { DatabaseSync } = await import('node:sqlite');
    return new DatabaseSync(`${secret}.db`);
  },
  'read a module': (secret) => createRequire(secret)(secret),
  connect: () => connects(80, '127.0.0.1'),
  'connect to a local socket': (secret) => connects(`${secret}.socket`),
  'send a datagram': () => once(createSocket('udp4').bind(0, '127.0.0.1'), 'listening'),
  'resolve a name': () => lookup('localhost'),
  'start a program': () => execFileSync('/bin/true'),
  'start a thread': () => new Worker('', { eval: true }),
  'load native code': () => createRequire(import.meta.url)('better-sqlite3')(':memory:'),
  'open the inspector': async () => (await import('node:inspector')).open(0),
};

async function outcome(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

await serveTasks(async (content) => {
  const secret = Buffer.from(content).toString();
  const outcomes: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(attempts))
    outcomes[name] = await outcome(() => attempt(secret));
  // Some packages load their WebAssembly on demand.
  const wasm = Buffer.from('0061736d01000000', 'hex');
  outcomes['run WebAssembly'] = await outcome(() => new WebAssembly.Module(wasm));
  outcomes['read its program'] = await outcome(() => import('zod'));
  const text = Buffer.from(JSON.stringify(outcomes));
  return { rendered: { text: { state: 'ready', text }, thumbnail: { state: 'none' } }, faults: [] };
});
