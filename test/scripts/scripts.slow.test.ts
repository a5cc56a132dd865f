// Would catch a trial or benchmark that counts as passed where it cannot run, that accepts a wrong command line, or that takes damage for loss.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '../../scripts/crash/client.ts';
import { compare } from '../../scripts/crash/model.ts';
import { ServiceProcess } from '../support/process.ts';
import { runScript } from './script.ts';

describe('scripts that need a certain machine', () => {
  for (const [name, reason] of [
    ['crash/power', /^(?:cannot run on (?:ext4|xfs|btrfs) here: .+\n){3}$/m],
    ['faults/eio', /^cannot run here: cannot run cc: .+\n$/],
    ['faults/full', /^cannot run here: cannot run mount: .+\n$/],
  ] as const)
    it(`end with 2 and a reason where they cannot run: ${name}`, async () => {
      const { code, stdout } = await runScript(name, ['1'], { PATH: '' });
      assert.match(stdout, reason);
      assert.equal(code, 2);
    });

  it('refuse a wrong command line: scale/main', async () => {
    for (const [option, value, complaint] of [
      ['--documents', '10', '--documents must be a whole number from 10000, not 10'],
      ['--only', 'crowds', '--only: unknown names crowds; known are rows, waits, crowd'],
    ] as const) {
      const { code, stderr } = await runScript('scale/main', [option, value]);
      assert.equal(code, 2);
      assert.equal(stderr.trim(), `bench:scale: ${complaint}`);
    }
  });

  it('refuse a wrong command line: memory/main', async () => {
    const { code, stderr } = await runScript('memory/main', ['10', 'many']);
    assert.equal(code, 2);
    assert.equal(stderr.trim(), 'bench:memory: many is not a whole number');
  });
});

describe('the crash test', () => {
  it('reports a content that cannot be read as corrupt, and goes on', async () => {
    const service = await ServiceProcess.start();
    try {
      const { login, token } = await service.createAdmin('admin', 'as safe as houses');
      let client = new Client(service.url, login, token, 'folder');
      await client.makeFolder();
      for (const path of ['broken', 'whole'])
        await client.perform({ kind: 'put', path, content: randomBytes(100_000), sha256: '' });
      const before = await client.read();
      const [sha256 = ''] = before.documents.get('broken')?.versions ?? [];
      const file = join(service.dataDirectory, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
      // Its file may still be open.
      await service.kill('SIGTERM');
      await rm(file);
      await service.restart();
      client = new Client(service.url, login, token, 'folder');
      const { lost, corrupt, phantom } = compare(before, await client.read());
      assert.deepEqual([lost, phantom, corrupt.length], [[], [], 1]);
      assert.match(corrupt[0] ?? '', /^broken \(version 1: (answered|broke off)/);
    } finally {
      await service.dispose();
    }
  });
});
