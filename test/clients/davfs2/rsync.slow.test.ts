import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { present } from '../../support/accounts.ts';
import { needs } from '../../support/needs.ts';
import { run } from '../../support/process.ts';
import { Desk, type FiledDocument } from '../desk.ts';
import { DELAYED, MOUNTING, type Mount, type Settings } from '../mount.ts';

const NAME = 'ledger.csv';

/** How rsync may put the new content in place, and what it leaves beside it. */
const WAYS: Readonly<Record<string, { options: readonly string[]; leaves: readonly string[] }>> = {
  'a temporary file that is renamed': { options: [], leaves: [] },
  'writing in place': { options: ['--inplace'], leaves: [] },
  'a backup': { options: ['--backup'], leaves: [`${NAME}~`] },
  'a folder of files that are put in place at the end': { options: ['--delay-updates'], leaves: [] },
  'a folder for what is unfinished': { options: ['--partial-dir=.unfinished'], leaves: [] },
};

describe('rsync onto a drive of davfs2', function () {
  needs(this, 'rsync', ...MOUNTING);
  let directory: string;
  let desk: Desk;
  let mount: Mount;
  let documents: Map<string, FiledDocument>;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dms-rsync-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** Mounts a drive with a document for each way. */
  async function open(settings?: Settings): Promise<void> {
    desk = await Desk.open();
    documents = new Map();
    for (const way of Object.keys(WAYS))
      documents.set(way, await desk.file(way, NAME, Buffer.from('1;first\n')));
    mount = await desk.mount(settings);
  }

  async function close(): Promise<void> {
    try {
      await mount.dispose();
    } finally {
      await desk.close();
    }
  }

  /** Sends the content to the document, by these options. */
  async function send(content: Buffer, to: string, options: readonly string[]): Promise<void> {
    const source = join(directory, NAME);
    await writeFile(source, content);
    const { code, stdout, stderr } = await run('rsync', ['-rt', ...options, source, to]);
    assert.equal(code, 0, stdout + stderr);
  }

  describe('that uploads at once', () => {
    before(() => open());
    after(close);

    for (const [way, { options, leaves }] of Object.entries(WAYS)) {
      it(`makes versions of the one document, by ${way}`, async () => {
        const document = present(documents.get(way));
        const contents = ['2;second', '2;second\n3;third', 'other'].map((text) => Buffer.from(`${text}\n`));
        for (const content of contents) await send(content, document.in(mount), options);
        await document.assertSaved(contents, leaves);
      });
    }

    it('makes no version of what is the same', async () => {
      const [way = ''] = Object.keys(WAYS);
      const document = present(documents.get(way));
      const { length } = (await desk.rest.metadata(document.id)).versions;
      await send(await desk.rest.content(document.id), document.in(mount), ['--ignore-times']);
      assert.equal((await desk.rest.metadata(document.id)).versions.length, length);
    });

    it('mirrors a tree, and what it deletes goes to the trash', async () => {
      const files = { 'a.txt': 'a', 'below/b.txt': 'b', 'below/further/c.txt': 'c' };
      const tree = join(directory, 'tree');
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(tree, path)), { recursive: true });
        await writeFile(join(tree, path), content);
      }
      const mirror = async (): Promise<string[]> => {
        const args = ['-rt', '--omit-dir-times', '--delete', `${tree}/`, join(mount.path, 'tree')];
        const { code, stderr } = await run('rsync', args);
        assert.equal(code, 0, stderr);
        return [...(await desk.rest.documents((await desk.rest.root('tree')).id)).keys()].sort();
      };
      assert.deepEqual(await mirror(), Object.keys(files));
      await rm(join(tree, 'below', 'further'), { recursive: true });
      await rm(join(tree, 'a.txt'));
      assert.deepEqual(await mirror(), ['below/b.txt']);
      const trash = (await desk.rest.trash()).map(({ path }) => path);
      assert.ok(trash.includes('/tree/a.txt'));
    });
  });

  for (const [name, settings] of Object.entries(DELAYED)) {
    describe(name, () => {
      before(() => open(settings));
      after(close);

      it('makes one version of each document, seen when it is unmounted', async () => {
        const content = Buffer.from('2;second\n');
        for (const [way, { options }] of Object.entries(WAYS))
          await send(content, present(documents.get(way)).in(mount), options);
        await mount.unmount();
        for (const [way, { leaves }] of Object.entries(WAYS))
          await present(documents.get(way)).assertSaved([content], leaves);
      });
    });
  }
});
