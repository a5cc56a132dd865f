// Catches files of killed commands that stay in `incoming/` and fill the disk without an explanation.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { incomingBytes } from '../../../src/storage/blobs/blobs.ts';
import { dms, ServiceProcess } from '../../support/process.ts';
import { DMS } from '../../support/program.ts';
import { waiter } from '../../support/until.ts';

const MIB = 2 ** 20;
/** Bytes in `incoming/` at which the import is killed. */
const POINTS = [1, 5 * MIB];
/** So large that no import ends before it is killed, on any machine. */
const FILE_BYTES = 1024 * MIB;

describe('a killed dms import', () => {
  let service: ServiceProcess;

  before(async () => {
    service = await ServiceProcess.start({ isReading: false });
    await service.createAdmin('anna', 'a long enough password');
    await mkdir(join(service.directory, 'in'));
    await mkdir(join(service.directory, 'small'));
    const large = join(service.directory, 'in', 'large');
    await writeFile(large, '');
    await truncate(large, FILE_BYTES);
    await writeFile(join(service.directory, 'small', 'a.txt'), 'a');
  });
  after(() => service.dispose());

  const command = (...args: string[]) => dms(args, { cwd: service.directory });

  async function killImport(bytes: number): Promise<void> {
    const child = spawn(DMS.file, [...DMS.args, 'import', 'in', 'anna:/in', '--as', 'anna'], {
      cwd: service.directory,
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const until = waiter(() => `${String(incomingBytes(service.dataDirectory))} bytes have arrived`);
    await until(() => incomingBytes(service.dataDirectory) >= bytes);
    child.kill('SIGKILL');
    await ended;
  }

  it('leaves what check and doctor name, and the next import deletes, beside a running service', async () => {
    for (const bytes of POINTS) {
      await killImport(bytes);
      const left = incomingBytes(service.dataDirectory);
      assert.ok(left >= bytes);
      const check = await command('check');
      assert.equal(check.code, 0, check.stderr);
      assert.match(check.stdout, /incoming\/: .* of killed commands \(1\)/);
      const doctor: { findings: { check: string; state: string; detail: string }[] } = JSON.parse(
        (await command('doctor', '--json')).stdout,
      );
      const found = doctor.findings.find((finding) => finding.check === 'incoming');
      assert.equal(found?.state, 'warning');
      assert.match(
        found.detail,
        new RegExp(`${String(Math.floor(left / MIB))} MiB of them of killed commands`),
      );
      const { code, stderr } = await command('import', 'small', 'anna:/small', '--as', 'anna');
      assert.equal(code, 0, stderr);
      assert.deepEqual(readdirSync(join(service.dataDirectory, 'incoming')), []);
      assert.doesNotMatch((await command('check')).stdout, /incoming/);
    }
  });
});
