// Would catch an export that leaves empty files with the names and times of its documents after a power cut.
import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalFiles } from '../../src/upkeep/transfer/local-files.ts';
import { statOf } from '../../src/upkeep/transfer/local-stat.ts';
import { DiskRecord } from '../support/disk/disk-record.ts';

/** Path of a file until it is complete. */
const PARTIAL = /\/\d+-\d+$/;

describe('a file of an export', () => {
  let record: DiskRecord;
  let directory: string;

  before(async () => {
    record = await DiskRecord.begin();
    directory = await realpath(await mkdtemp(join(tmpdir(), 'dms-export-order-')));
  });
  after(async () => {
    record.putBack();
    await rm(directory, { recursive: true });
  });

  /** Kinds of the events of the partial file, in their order. */
  async function kindsOf(content: string, isReplaced: boolean): Promise<string[]> {
    const files = await LocalFiles.open(directory);
    const start = record.events.length;
    const replaces = isReplaced ? await statOf(join(directory, 'a.txt')) : undefined;
    await files.write(files.root, {
      name: 'a.txt',
      chunks: [Buffer.from(content)],
      modifiedAt: 1000,
      replaces,
    });
    await files.close();
    const events = record.events.slice(start);
    return events.flatMap((event) => ('path' in event && PARTIAL.test(event.path) ? [event.kind] : []));
  }

  it('is on the disk before it has its name', async () => {
    assert.deepEqual(await kindsOf('one', false), ['write', 'sync', 'remove']);
  });

  it('is on the disk before it replaces another', async () => {
    assert.deepEqual(await kindsOf('another', true), ['write', 'sync', 'rename', 'remove']);
  });
});
