import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PACKAGED, systemdUnit } from '../../src/cli/service/systemd-unit.ts';
import { needs } from '../support/needs.ts';
import { run } from '../support/process.ts';

const file = fileURLToPath(new URL('../../packaging/dms.service', import.meta.url));
/** What systemd 252 counts against the service: 0 nothing, 10 all. Not to grow. */
const MOST_EXPOSED = 1.7;

describe('packaging/dms.service', () => {
  it('is what dms service install writes', () => {
    assert.equal(readFileSync(file, 'utf8'), systemdUnit(PACKAGED));
  });

  it('is confined well, as systemd-analyze judges it', async function () {
    needs(this, 'systemd-analyze');
    const { code, stdout, stderr } = await run('systemd-analyze', [
      'security',
      '--offline=true',
      `--threshold=${MOST_EXPOSED * 10}`,
      '--no-pager',
      file,
    ]);
    console.log(`      ${stdout.trim().split('\n').at(-1) ?? ''}`);
    assert.equal(code, 0, stdout + stderr);
  });
});
