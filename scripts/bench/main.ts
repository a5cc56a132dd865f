/**
 * Benchmark: measures dms and Debian's WebDAV servers on this machine, and prints the figures, their ratios and the
 * targets of docs/build/performance.md. Exit codes: 0 if everything ran, whatever the figures; 1 if a server could not
 * run or sent a wrong response; 2 for a wrong command line.
 */
import { writeFileSync } from 'node:fs';
import { Cleanups, Interrupted } from './cleanups.ts';
import { describeMachine } from './machine.ts';
import { Results } from './results.ts';
import type { Row } from './rows/row.ts';
import { allRows } from './rows/rows.ts';
import { measureServer } from './run.ts';
import { apache } from './servers/apache.ts';
import { bare } from './servers/bare.ts';
import type { Contender, ServerName } from './servers/contender.ts';
import { dms } from './servers/dms.ts';
import { nginx } from './servers/nginx.ts';
import { rclone } from './servers/rclone.ts';
import { type BenchOptions, FULL, readOptions, UsageError } from './settings.ts';
import { formatTable } from './table.ts';

const PEERS = [apache, nginx, rclone];
const TITLES = new Map<ServerName, string>([bare, ...PEERS, dms].map(({ name, title }) => [name, title]));
const cleanups = new Cleanups();

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => {
    note('interrupted: stopping the servers and removing their folders');
    void cleanups.runAll().finally(() => process.exit(code));
  });
}

function selectContenders(options: BenchOptions): Contender[] {
  const wanted = PEERS.filter(({ name }) => options.peers.includes(name));
  // Their figures are compared, so dms runs right after the bare server: both then see about the same load by other
  // programs.
  return [...wanted, bare, dms].filter((contender) => {
    const missing = contender.missing();
    if (missing !== undefined) note(`${contender.title} is left out, because ${missing} is missing`);
    return missing === undefined;
  });
}

/** @returns true if all servers ran and sent correct responses */
async function bench(options: BenchOptions): Promise<boolean> {
  const { settings, only } = options;
  const rows = allRows(settings).filter(({ name }) => only === undefined || only.includes(name));
  const servers = selectContenders(options);
  const results = new Results();
  const failures: string[] = [];
  for (const contender of servers) {
    try {
      await measureServer({ settings, rows, results, cleanups, note }, contender);
    } catch (error) {
      if (error instanceof Interrupted) return false;
      failures.push(`${contender.title}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const machine = describeMachine();
  const versions = servers.map((server) => server.version());
  const lines = [
    `${machine.system}, ${machine.cores} cores (${machine.processor}), ${machine.memoryMib} MiB`,
    versions.join('; '),
    formatOtherLoad(servers, results),
    '',
    formatTable(rows, servers, { results, titles: TITLES }),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  failures.push(...failedRows(rows, servers, results));
  for (const failure of failures) note(`FAILED ${failure}`);
  if (options.json !== undefined) {
    const others = Object.fromEntries(results.others);
    const report = { machine, versions, settings, others, rows: reportOf(rows, servers, results), failures };
    writeFileSync(options.json, `${JSON.stringify(report, undefined, 2)}\n`);
  }
  return failures.length === 0;
}

/** Figures are comparable only if these shares are small and similar (docs/build/performance.md). */
function formatOtherLoad(servers: readonly Contender[], { others }: Results): string {
  const shares = servers.flatMap(({ name, title }) => {
    const share = others.get(name);
    return share === undefined ? [] : [`${title} ${Math.round(share * 100)} %`];
  });
  return shares.length === 0 ? '' : `processor time taken by other programs: ${shares.join(', ')}`;
}

function failedRows(rows: readonly Row[], servers: readonly Contender[], results: Results): string[] {
  return rows.flatMap((row) =>
    servers.flatMap(({ name, title }) => {
      const outcome = results.get(row.name, name);
      return outcome?.kind === 'failed' ? [`${title}, ${row.title}: ${outcome.reason}`] : [];
    }),
  );
}

function reportOf(rows: readonly Row[], servers: readonly Contender[], results: Results): object[] {
  return rows.map((row) => ({
    name: row.name,
    title: row.title,
    unit: row.unit,
    figures: Object.fromEntries(servers.map(({ name }) => [name, results.figure(row.name, name) ?? null])),
    targets: results.verdicts(row, TITLES),
  }));
}

try {
  const known = { rows: allRows(FULL).map(({ name }) => name), peers: PEERS.map(({ name }) => name) };
  process.exitCode = (await bench(readOptions(process.argv.slice(2), known))) ? 0 : 1;
} catch (error) {
  note(error instanceof UsageError ? `bench: ${error.message}` : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
} finally {
  await cleanups.runAll();
}
