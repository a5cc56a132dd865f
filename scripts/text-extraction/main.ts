/**
 * Reading test: `npm run test:reading -- [--expect 'WORDS=>PART OF A PATH']… [--limit N] [--json] DIRECTORY…`. Starts
 * `dms serve`, uploads the files in the directory trees with plain numbers as names, waits until all are read, and
 * prints the results, the speed and the resources used. The exit code is 1 if a text or thumbnail is still pending at
 * the end, or if a search for WORDS does not find a file with PART in its path.
 *
 * Suitable directories: unpacked documentation packages of Debian (texlive-*-doc, libreoffice-common,
 * developers-reference), and the test files of projects that read such formats (Apache POI and Tika, pdf.js, Pillow).
 */
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { kindOf } from '../../src/jobs/formats/kind.ts';
import { ChildWatch } from './child.ts';
import { filesBeneath } from './files.ts';
import { Office } from './office.ts';
import { Tally } from './tally.ts';

const UPLOADS_AT_ONCE = 4;
const BETWEEN_MS = 10;
const QUIET_ASKS = 300;
const MEBIBYTE = 2 ** 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    expect: { type: 'string', multiple: true, default: [] },
    limit: { type: 'string', default: '5000' },
    json: { type: 'boolean', default: false },
  },
});

/** Response times of small requests in milliseconds, until `ended` returns true. */
async function waitsOf(office: Office, ended: () => boolean): Promise<number[]> {
  const waits: number[] = [];
  while (!ended()) {
    waits.push(await office.ask());
    await pause(BETWEEN_MS);
  }
  return waits.sort((one, other) => one - other);
}

async function upload(office: Office, names: Map<string, string>): Promise<void> {
  const files = names.entries();
  const one = async (): Promise<void> => {
    for (const [name, path] of files) await office.put(name, readFileSync(path));
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, one));
}

/** The expectations that no search result meets. */
async function missed(office: Office, names: Map<string, string>): Promise<string[]> {
  const wrong: string[] = [];
  for (const expectation of values.expect) {
    const [words = '', part = ''] = expectation.split('=>');
    const found = [...(await office.find(words))].map((name) => names.get(name) ?? '');
    if (!found.some((path) => path.includes(part))) wrong.push(`${expectation} (${found.length} found)`);
  }
  return wrong;
}

function percentile(sorted: readonly number[], part: number): string {
  return (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
}

const paths = filesBeneath(positionals, Number(values.limit));
// A number as a name says nothing about the content, so a search can match only the text.
const names = new Map(paths.map((path, index) => [`${index}${extname(path)}`, path]));
const office = await Office.open();
const child = new ChildWatch(() => office.service.pid);
try {
  let asks = QUIET_ASKS;
  const quiet = await waitsOf(office, () => asks-- <= 0);
  const begin = performance.now();
  await upload(office, names);
  const uploaded = performance.now();
  let isSettled = false;
  const waiting = waitsOf(office, () => isSettled);
  await office.settled();
  const minutes = (performance.now() - begin) / 60_000;
  isSettled = true;
  const busy = await waiting;
  const tally = new Tally();
  for (const [name, outcome] of await office.outcomes())
    tally.add(await kindOf(readFileSync(names.get(name) ?? '')), outcome);
  const wrong = await missed(office, names);
  const figures = {
    files: paths.length,
    upload_seconds: Math.round((uploaded - begin) / 1000),
    seconds: Math.round(minutes * 60),
    contents_a_minute: Math.round(paths.length / minutes),
    child_peak_mib: Math.round(child.peakBytes / MEBIBYTE),
    children: child.count,
    service_peak_mib: Math.round(office.service.peakMemory() / MEBIBYTE),
    quiet_ms: `p50 ${percentile(quiet, 0.5)}, p99 ${percentile(quiet, 0.99)}, longest ${percentile(quiet, 1)}`,
    reading_ms: `p50 ${percentile(busy, 0.5)}, p99 ${percentile(busy, 0.99)}, longest ${percentile(busy, 1)}`,
    pending: tally.pending,
    missed: wrong,
  };
  if (values.json) console.log(JSON.stringify({ ...figures, ...tally.toJSON() }, undefined, 2));
  else console.log(`${tally.asTable()}\n\n${JSON.stringify(figures, undefined, 2)}`);
  process.exitCode = wrong.length + tally.pending > 0 ? 1 : 0;
} finally {
  child.stop();
  await office.dispose();
}
