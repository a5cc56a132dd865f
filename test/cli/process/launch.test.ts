import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { allocatorWords } from '../../../src/program/allocator.ts';
import { dms, run } from '../../support/process.ts';
import { FLAGS } from '../../support/program.ts';

/** Lets much survive for a while, then prints how large the place for young objects has become, in bytes. */
const GROWTH = `
const kept = [];
for (let round = 0; round < 300; round += 1) {
  kept.push(Array.from({ length: 3000 }, (_, index) => ({ round, index })));
  if (kept.length > 40) kept.shift();
}
console.log(v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);`;

function fileText(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
}

describe('the launcher', () => {
  it('is the same in the program and in the scripts of the package', () => {
    const { scripts } = JSON.parse(fileText('package.json'));
    const words = `${allocatorWords()} node ${FLAGS.join(' ')}`;
    const command = `exec env ${words} bin/dms.js`;
    const start = `node scripts/build-web/main.ts && ${command} serve`;
    assert.deepEqual([scripts.start, scripts.dms], [start, command]);
    assert.equal(fileText('bin/dms.js').split('\n')[0], `#!/usr/bin/env -S ${words}`);
  });

  it('tells the allocator of glibc in a unit of systemd and in a container what it tells it here', () => {
    for (const [path, start] of [
      ['packaging/dms.service', 'Environment='],
      ['packaging/Dockerfile', 'ENV '],
    ] as const)
      assert.ok(fileText(path).split('\n').includes(`${start}${allocatorWords()}`), path);
  });

  it('tells a person who starts the child process of the service that it is not for them', async () => {
    const { code, stderr } = await dms(['jobs']);
    assert.equal(code, 2);
    assert.equal(stderr, 'dms: "dms jobs" is for internal use, and is started by "dms serve"\n');
  });

  it('bounds what is kept for young objects to 4 MiB', async () => {
    const { stdout } = await run(process.execPath, [...FLAGS, '--eval', GROWTH]);
    assert.ok(Number(stdout) <= 4 * 2 ** 20, stdout);
  });
});
