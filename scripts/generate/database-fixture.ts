/**
 * Creates `test/fixtures/databases/NAME.sqlite.gz`: the database of an office made by a release of dms, for the upgrade
 * test. Run it once per release, with the program of that release:
 *
 *   node scripts/generate/database-fixture.ts 0.1.0 [/path/of/the/program/of/the/release]
 *
 * test/storage/upgrades.slow.test.ts relies on the entries that this script writes.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const PASSWORD = 'not a secret of anybody';
const [, , name, program = fileURLToPath(new URL('../../bin/dms.js', import.meta.url))] = process.argv;
if (name === undefined) throw new Error('usage: node scripts/generate/database-fixture.ts NAME [PROGRAM]');

const directory = mkdtempSync(join(tmpdir(), 'dms-fixture-'));
const data = join(directory, 'data');

function dms(...args: readonly string[]): string {
  const done = spawnSync(process.execPath, [program, ...args, '--data-dir', data, '--quiet'], {
    encoding: 'utf8',
    env: { DMS_ADMIN_PASSWORD: PASSWORD },
  });
  if (done.status !== 0) throw new Error(`dms ${args.join(' ')}: ${done.stderr}`);
  return done.stdout.trim();
}

/** @returns `data` of the response */
async function request(url: string, method: string, auth: string, body?: object | string): Promise<unknown> {
  const isText = typeof body === 'string';
  const headers: Record<string, string> = { Authorization: auth };
  if (body !== undefined) headers['Content-Type'] = isText ? 'text/plain' : 'application/json';
  const text = isText ? body : body && JSON.stringify(body);
  const answer = await fetch(url, { method, headers, ...(text === undefined ? {} : { body: text }) });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${said}`);
  const parsed: unknown = said.startsWith('{') ? JSON.parse(said) : {};
  return typeof parsed === 'object' && parsed !== null && 'data' in parsed ? parsed.data : undefined;
}

function idOf(record: unknown): number {
  if (typeof record === 'object' && record !== null && 'id' in record) return Number(record.id);
  throw new Error('the answer has no id');
}

async function fill(url: string, bearer: string, basic: string): Promise<void> {
  const drive = (path: string, method: string, body?: string) =>
    request(`${url}/webdav/${path}`, method, basic, body);
  const rest = (path: string, method: string, body?: object) =>
    request(`${url}/api/${path}`, method, bearer, body);
  await rest('users', 'POST', {
    login: 'ben',
    name: 'Ben Übel',
    email: 'ben@example.org',
    password: PASSWORD,
  });
  const folder = idOf(await rest('folders', 'POST', { folder_id: 0, name: 'Contracts' }));
  for (const text of ['first draft', 'second draft', 'third draft'])
    await drive('Contracts/Miete%202026.txt', 'PUT', text);
  await drive('Contracts/empty.txt', 'PUT', '');
  await drive('Contracts/large.txt', 'PUT', 'sixty thousand bytes in the database\n'.repeat(1600));
  await drive('gone.txt', 'PUT', 'in the trash');
  await drive('gone.txt', 'DELETE');
  await drive('Contracts/Archive', 'MKCOL');
  await drive('Contracts/Archive/old.txt', 'PUT', 'old');
  const shares = await rest('shares', 'POST', {
    folder_id: folder,
    users: ['ben'],
    permissions: 3,
    notify: false,
  }).catch((error: unknown) => console.log(`this release has no shares: ${String(error)}`));
  if (shares !== undefined) console.log('shared');
}

dms('create-admin', '--login', 'ada', '--name', 'Ada Öffice', '--email', 'ada@example.org');
const token = dms(
  'create-token',
  '--login',
  'ada',
  '--name',
  'fixture',
  '--expires',
  'never',
  '--scope',
  'read',
  '--scope',
  'write',
  '--scope',
  'admin',
);
const service = spawn(process.execPath, [program, 'serve', '--data-dir', data, '--port', '0'], {
  env: { DMS_LOG_FORMAT: 'json' },
  stdio: ['ignore', 'inherit', 'pipe'],
});
let log = '';
for await (const text of service.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
  log += String(text);
  if (log.includes('"msg":"serving"')) break;
}
service.stderr.resume();
const [, url] = /"url":"([^"]+)","msg":"serving"/.exec(log) ?? [];
try {
  if (url === undefined) throw new Error(`the service does not start:\n${log}`);
  await fill(url, `Bearer ${token}`, `Basic ${btoa(`ada:${PASSWORD}`)}`);
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
}
const target = fileURLToPath(new URL(`../../test/fixtures/databases/${name}.sqlite.gz`, import.meta.url));
writeFileSync(target, gzipSync(readFileSync(join(data, 'dms.sqlite')), { level: 9 }));
rmSync(directory, { recursive: true });
console.log(target);
