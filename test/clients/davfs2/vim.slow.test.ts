import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { present } from '../../support/accounts.ts';
import { needs } from '../../support/needs.ts';
import { run } from '../../support/process.ts';
import { Desk, type FiledDocument } from '../desk.ts';
import { DELAYED, MOUNTING, type Mount, type Settings } from '../mount.ts';

/** How vim may put the new content in place. */
const WAYS = [
  'backupcopy=no nobackup writebackup',
  'backupcopy=yes nobackup writebackup',
  'backupcopy=auto nobackup writebackup',
  'nobackup nowritebackup',
];
const BACKUPS = ['backup backupcopy=no', 'backup backupcopy=yes', 'backup backupcopy=auto'];

const contentsOf = (texts: readonly string[]): Buffer[] => texts.map((text) => Buffer.from(`${text}\n`));

/** Types each text over all that is in the file and saves it, in one vim with these settings. */
async function edit(file: string, settings: string, texts: readonly string[]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'dms-vim-'));
  const configuration = join(directory, 'vimrc');
  const keys = join(directory, 'keys');
  // By itself vim makes no backups beneath /tmp, where the drive is mounted.
  await writeFile(configuration, `set nocompatible backupskip= ${settings}\n`);
  const saves = texts.map((text) => `ggcG${text}\x1b:w\r`);
  await writeFile(keys, `${saves.join('')}:q\r`);
  const vim = ['vim', '--not-a-term', '-T', 'dumb', '-i', 'NONE', '-u', configuration, '-s', keys, file];
  const { code, stdout, stderr } = await run('timeout', ['20', ...vim]);
  await rm(directory, { recursive: true });
  assert.equal(code, 0, stdout + stderr);
  assert.doesNotMatch(stdout, /E\d+:|WARNING/, stdout);
}

describe('vim', function () {
  needs(this, 'vim', ...MOUNTING);
  let desk: Desk;
  let mount: Mount;
  let documents: Map<string, FiledDocument>;

  /** Mounts a drive with a document to edit with each of the settings. */
  async function open(settings?: Settings): Promise<void> {
    desk = await Desk.open();
    documents = new Map();
    for (const way of [...WAYS, ...BACKUPS])
      documents.set(way, await desk.file(way, 'notes.txt', Buffer.from('first\n')));
    mount = await desk.mount(settings);
  }

  async function close(): Promise<void> {
    try {
      await mount.dispose();
    } finally {
      await desk.close();
    }
  }

  const document = (way: string): FiledDocument => present(documents.get(way));

  describe('on a drive that uploads at once', () => {
    before(() => open());
    after(close);

    for (const way of WAYS) {
      it(`saves twice, and twice more in another vim (${way})`, async () => {
        const texts = ['second', 'third', 'fourth', 'fifth'];
        await edit(document(way).in(mount), way, texts.slice(0, 2));
        await document(way).assertSaved(contentsOf(texts.slice(0, 2)));
        await edit(document(way).in(mount), way, texts.slice(2));
        await document(way).assertSaved(contentsOf(texts));
      });
    }

    for (const way of BACKUPS) {
      it(`saves three times with a backup beside it (${way})`, async () => {
        const texts = ['second', 'third', 'fourth'];
        await edit(document(way).in(mount), way, texts);
        await document(way).assertSaved(contentsOf(texts), ['notes.txt~']);
      });
    }
  });

  for (const [name, settings] of Object.entries(DELAYED)) {
    describe(`on a drive of davfs2 ${name}, seen when it is unmounted`, () => {
      before(async () => {
        await open(settings);
        for (const way of [...WAYS, ...BACKUPS]) await edit(document(way).in(mount), way, ['second']);
        await mount.unmount();
      });
      after(close);

      for (const way of WAYS) {
        it(`has saved once (${way})`, () => document(way).assertSaved(contentsOf(['second'])));
      }
      for (const way of BACKUPS) {
        it(`has saved once, with a backup beside it (${way})`, () =>
          document(way).assertSaved(contentsOf(['second']), ['notes.txt~']));
      }
    });
  }
});
