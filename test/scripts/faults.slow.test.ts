import assert from 'node:assert/strict';
import { needs } from '../support/needs.ts';
import { run } from '../support/process.ts';
import { SMALL_DISK } from '../support/small-disk.ts';

/** The last line of a trial that found nothing. */
const NOTHING = / acknowledged(?:, \d+ refused)?: 0 lost, 0 corrupt, 0 phantom, 0 other faults\n$/;

describe('the test of a failing disk', () => {
  it('finds nothing in four rounds, in which calls failed', async () => {
    const { code, stdout, stderr } = await run(process.execPath, ['scripts/eio-test.ts', '4', '12']);
    assert.match(stdout, NOTHING, stderr);
    assert.match(stdout, /[1-9]\d* calls failed \(.*pwrite data\/dms\.sqlite-wal/);
    assert.equal(code, 0);
  });

  it('fails if no call failed', async () => {
    const args = ['scripts/eio-test.ts', '1', '12', '--percent', '0'];
    const { code, stdout, stderr } = await run(process.execPath, args);
    assert.match(stdout, / 0 calls failed,.*0 other faults\n$/, stderr);
    assert.equal(code, 1);
  });

  it('says where it cannot run, and ends with 2', async () => {
    const { code, stdout } = await run(process.execPath, ['scripts/eio-test.ts', '1'], {
      environment: { PATH: '' },
    });
    assert.match(stdout, /^cannot run here: cannot run cc: .+\n$/);
    assert.equal(code, 2);
  });
});

describe('the test of a full disk', () => {
  it('finds nothing while the reserve lasts', async function () {
    needs(this, ...SMALL_DISK);
    const { code, stdout, stderr } = await run(process.execPath, ['scripts/full-disk-test.ts', '0', '12']);
    assert.match(stdout, NOTHING, stderr);
    assert.equal(code, 0);
  });

  it('says where it cannot run, and ends with 2', async () => {
    const { code, stdout } = await run(process.execPath, ['scripts/full-disk-test.ts', '1'], {
      environment: { PATH: '' },
    });
    assert.match(stdout, /^cannot run here: cannot run mount: .+\n$/);
    assert.equal(code, 2);
  });
});
