import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountOf, networkFileSystemOf } from '../../../src/storage/disk/network-file-system.ts';

const MOUNTS = [
  '1 0 8:1 / / rw - ext4 /dev/sda1 rw',
  '2 1 0:30 / /mnt/office rw,noexec shared:1 - nfs4 server:/export ro',
  '3 1 0:31 / /mnt/office/disk rw - xfs /dev/sdb1 rw',
  '4 1 0:32 / /mnt/with\\040space rw - fuse.sshfs me@server:/home rw',
  '5 1 0:33 / /mnt/twice rw - ext4 /dev/sdc1 rw',
  '6 5 0:34 / /mnt/twice rw - cifs //server/share rw',
  '',
].join('\n');

describe('the file system of a path', () => {
  for (const [path, type] of [
    ['/var/lib/dms', 'ext4'],
    ['/mnt/office', 'nfs4'],
    ['/mnt/office/data', 'nfs4'],
    ['/mnt/office/disk/data', 'xfs'],
    ['/mnt/office-2', 'ext4'],
    ['/mnt/with space/data', 'fuse.sshfs'],
    ['/mnt/twice/data', 'cifs'],
  ] as const)
    it(`of ${path} is ${type}`, () => assert.equal(mountOf(MOUNTS, path)?.type, type));

  it('has the options of the place and of the whole file system', () => {
    assert.deepEqual(mountOf(MOUNTS, '/mnt/office/data')?.options, ['rw', 'noexec', 'ro']);
  });

  it('of a folder that is not there yet is that of the folder above', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'dms-mounts-'));
    try {
      assert.equal(networkFileSystemOf(join(directory, 'not', 'there')), undefined);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
