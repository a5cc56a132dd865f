import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dms, run, ServiceProcess } from '../../support/process.ts';
import { Rest } from '../rest.ts';
import { filesBeneath } from '../tree.ts';
import { type FarSide, openFarSide, type Protocol } from './far-side.ts';

const PASSWORD = 'a long enough password';
/** One goes into the database, the other one into a file. */
const CONTENTS = { 'small.txt': Buffer.from('in the database'), 'large.bin': randomBytes(300_000) };

/** Defines the tests of a backup that is copied off-site by each program over these protocols. */
export function testOffSite(protocols: {
  readonly rclone: readonly Protocol[];
  readonly restic: readonly Protocol[];
}): void {
  let folder: string;
  let dest: string;
  let far: FarSide | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dms-off-site-'));
    dest = join(folder, 'backup');
    const service = await ServiceProcess.start({ isReading: false });
    try {
      const { token } = await service.createAdmin('anna', PASSWORD);
      const rest = new Rest(service, token);
      for (const [name, content] of Object.entries(CONTENTS)) await rest.upload(0, name, content);
      await service.command(['backup', dest]);
      await rest.upload(0, 'small.txt', Buffer.from('a second version'));
      await service.command(['backup', dest]);
    } finally {
      await service.dispose();
    }
  });
  after(() => rm(folder, { recursive: true }));
  afterEach(async () => {
    await far?.close();
    far = undefined;
  });

  async function start(protocol: Protocol, test: string): Promise<FarSide> {
    far = await openFarSide(protocol, join(folder, test));
    return far;
  }

  async function succeeds(program: string, args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await run(program, args, { environment: far?.environment ?? {} });
    assert.equal(code, 0, `${program} ${args.join(' ')}: ${stdout}${stderr.slice(-4000)}`);
    return stdout;
  }

  /** What came back is what was there, and an office can be made of it. */
  async function assertRestores(copy: string, test: string): Promise<void> {
    const files = await filesBeneath(dest);
    assert.ok(files.length > 10);
    assert.deepEqual(await filesBeneath(copy), files);
    for (const file of files)
      assert.ok((await readFile(join(dest, file))).equals(await readFile(join(copy, file))), file);
    const restored = await dms(['restore', copy, '--data-dir', join(folder, `${test}-office`)]);
    assert.equal(restored.code, 0, restored.stderr);
  }

  for (const protocol of protocols.rclone)
    it(`is the same after rclone sync to ${protocol} and back`, async () => {
      const test = `rclone-${protocol}`;
      const { remote } = await start(protocol, test);
      await succeeds('rclone', ['sync', dest, remote]);
      const copy = join(folder, `${test}-copy`);
      await succeeds('rclone', ['sync', remote, copy]);
      await assertRestores(copy, test);
    });

  for (const protocol of protocols.restic)
    it(`is the same after restic backup to ${protocol} and restic restore`, async () => {
      const test = `restic-${protocol}`;
      const { repository } = await start(protocol, test);
      await succeeds('restic', [...repository, 'init']);
      await succeeds('restic', [...repository, 'backup', dest]);
      const copy = join(folder, `${test}-copy`);
      await succeeds('restic', [...repository, 'restore', 'latest', '--target', copy]);
      await assertRestores(join(copy, dest), test);
    });
}
