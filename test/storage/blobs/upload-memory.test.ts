import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Staging } from '../../../src/storage/blobs/staging.ts';
import { type MemoryOfAll, UploadMemory } from '../../../src/storage/blobs/upload-memory.ts';
import { Disk } from '../../../src/storage/disk/disk.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
/** What all uploads together may hold while none must hurry. */
const ALL_BYTES = 64 * MIB;

describe('the memory of uploads', () => {
  let directory: string;
  let all: MemoryOfAll;
  let memory: UploadMemory;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'dms-memory-'));
    all = { bytes: 0 };
    memory = new UploadMemory(all);
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function stage(name: string): Staging {
    return new Staging(join(directory, name), [], new Disk(), { memory });
  }

  /** @returns whether the content is still in memory */
  async function receive(name: string, bytes: number): Promise<boolean> {
    const staging = stage(name);
    await staging.write(Buffer.alloc(bytes));
    return (await staging.finish()) !== undefined;
  }

  it('is counted for all of them, until the bytes are on the disk or the upload ends', async () => {
    assert.ok(await receive('small', 100));
    assert.equal(all.bytes, 100);
    assert.ok(!(await receive('large', 3 * MIB)));
    assert.equal(all.bytes, 100);
    const other = new UploadMemory(all);
    other.hold(50);
    memory.end();
    assert.equal(all.bytes, 50);
    other.end();
    assert.equal(all.bytes, 0);
  });

  it('holds 1 MiB of the contents of one upload, and puts the others onto the disk', async () => {
    let kept = 0;
    for (let number = 0; number < 30; number += 1) kept += Number(await receive(`${number}`, 60 * KIB));
    assert.equal(kept, Math.floor(MIB / (60 * KIB)) + 1);
  });

  it('of which all hold more than 64 MiB lets every further byte go to the disk at once', async () => {
    all.bytes = ALL_BYTES - 1;
    const last = stage('last');
    await last.write(Buffer.alloc(1));
    assert.ok(!existsSync(last.path));
    const next = stage('next');
    await next.write(Buffer.alloc(1));
    assert.ok(existsSync(next.path));
    assert.equal(await next.finish(), undefined);
    assert.equal(all.bytes, ALL_BYTES);
  });
});
