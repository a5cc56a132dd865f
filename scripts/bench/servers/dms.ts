import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALLOCATOR } from '../../../src/program/allocator.ts';
import { DMS } from '../../../test/support/program.ts';
import type { Contender, Setup } from './contender.ts';

/**
 * `dms serve` with its default durability (full). Rate limits are off, because the benchmark would exceed them
 * immediately.
 */
export const dms: Contender = {
  name: 'dms',
  title: 'dms',
  missing: () => undefined,
  version() {
    const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
    const [, release = ''] = /"version": *"([^"]+)"/.exec(text) ?? [];
    return `dms ${release} on Node ${process.versions.node}, durability full`;
  },
  prepare(setup) {
    const { folder, port } = setup;
    const data = ['--config', join(folder, 'config.yaml'), '--data-dir', join(folder, 'data')];
    writeFileSync(
      join(folder, 'config.yaml'),
      [
        'durability: full',
        'log: { level: warn, format: json }',
        'rate_limit: { authenticated_per_minute: 0, guest_per_minute: 0 }',
        '',
      ].join('\n'),
    );
    createAdmin(setup, data);
    return {
      program: DMS.file,
      args: [...DMS.args, 'serve', '--quiet', ...data, '--port', String(port)],
      env: ALLOCATOR,
      cwd: folder,
      port,
      base: '/webdav/',
      log: join(folder, 'dms.log'),
    };
  },
};

function createAdmin({ folder, credentials: { login, password } }: Setup, data: readonly string[]): void {
  const args = [
    ...DMS.args,
    'create-admin',
    '--login',
    login,
    '--email',
    'bench@example.org',
    '--password-stdin',
  ];
  const { status, stderr } = spawnSync(DMS.file, [...args, ...data], {
    cwd: folder,
    input: `${password}\n`,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`dms create-admin failed: ${stderr.trim()}`);
}
