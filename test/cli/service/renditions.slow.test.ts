import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import BetterSqlite from 'better-sqlite3';
import { FileLock } from '../../../src/storage/disk/file-lock.ts';
import { pdfWithPages, textDrawing } from '../../support/contents/pdf.ts';
import { withOrientation } from '../../support/contents/pictures.ts';
import { ServiceProcess } from '../../support/process.ts';
import { waiter } from '../../support/until.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));
/** Some formats. `test/jobs/pictures` has all of them. */
const PICTURES = ['baseline.jpg', 'truecolor.png', 'photo.heic', 'lossy.webp'].map(
  (name) => `pictures/${name}`,
);

/** What `dms status` says of texts and thumbnails. */
interface Status {
  entries_to_index: number;
  contents_to_read: number;
  texts: Record<string, number>;
  thumbnails: Record<string, number>;
}

describe('texts and thumbnails of a dms serve process', function () {
  let service: ServiceProcess;
  let rest: Record<string, string>;
  let drive: Record<string, string>;

  beforeEach(async () => {
    service = await ServiceProcess.start();
    const { token } = await service.createAdmin('ada', 'as safe as houses');
    rest = { Authorization: `Bearer ${token}` };
    drive = { Authorization: `Basic ${Buffer.from(`ada:${token}`).toString('base64')}` };
  });
  afterEach(() => service.dispose());

  const put = async (name: string, content: Buffer | string): Promise<void> => {
    const { status } = await fetch(`${service.url}/webdav/${name}`, {
      method: 'PUT',
      headers: drive,
      body: content,
    });
    assert.ok(status === 201 || status === 204, `${name}: ${status}`);
  };
  const get = async (path: string): Promise<Response> =>
    fetch(`${service.url}/api${path}`, { headers: rest });
  const json = async (path: string) => JSON.parse(await (await get(path)).text());
  const found = async (q: string): Promise<string[]> => {
    const { data } = await json(`/folders/0/search?q=${encodeURIComponent(q)}`);
    return data.map(({ name }: { name: string }) => name).sort();
  };
  const status = async (): Promise<Status> => JSON.parse(await service.command(['status', '--json']));

  /** Waits until nothing is left to do. */
  async function done(): Promise<Status> {
    let queues: unknown;
    await waiter(() => `${JSON.stringify(queues)}\n${service.log}`)(async () => {
      // Contents are read while no requests come.
      await pause(200);
      ({ queues } = (await json('/status')).data);
      return !/[1-9]/.test(JSON.stringify(queues));
    });
    return status();
  }

  /** Waits until a command has asked for the index to be made anew, and has looked for a service. */
  async function requested(): Promise<void> {
    const database = new BetterSqlite(join(service.dataDirectory, 'dms.sqlite'), { readonly: true });
    const request = database.prepare('SELECT 1 FROM reindex_requests');
    await waiter(() => 'there is no request')(() => request.get() !== undefined);
    database.close();
    await pause(1000);
  }

  it('are made of what is put onto the drive, and found', async () => {
    const files = [...(await readdir(join(FIXTURES, 'office'))).map((name) => `office/${name}`), ...PICTURES];
    for (const file of files) await put(basename(file), await readFile(join(FIXTURES, file)));
    await put('password.pdf', await readFile(join(FIXTURES, 'password.pdf')));
    await done();
    const { data } = await json('/folders/0/contents?per_page=200');
    for (const { id, name, thumbnail } of data) {
      const { thumbnail_reason: reason } = (await json(`/documents/${id}/metadata`)).data;
      if (name === 'password.pdf') assert.equal(reason, 'The file is protected by a password.');
      else assert.equal(thumbnail, 'ready', `${name}: ${reason}`);
      const response = await get(`/documents/${id}/thumbnail?size=128`);
      assert.equal(response.status, thumbnail === 'ready' ? 200 : 404, name);
    }
    assert.ok((await found('Müller')).includes('letter.docx'));
    assert.deepEqual(await found('mueller'), await found('Müller'));
  });

  it('come with the size of a picture as it is shown, and the number of pages of a PDF', async () => {
    const png = await readFile(join(FIXTURES, 'pictures', 'truecolor.png'));
    const jpeg = await readFile(join(FIXTURES, 'pictures', 'baseline.jpg'));
    await put('picture.png', png);
    await put('turned.jpg', withOrientation(jpeg, 6));
    await put('report.pdf', pdfWithPages(['one', 'two', 'three'].map((page) => textDrawing(page))));
    await put('plan.txt', 'the quick fox');
    await put('damaged.png', png.subarray(0, 60));
    await done();
    const media: Record<string, unknown> = {};
    for (const { id, name } of (await json('/folders/0/contents')).data)
      media[name] = (await json(`/documents/${id}/metadata`)).data.media;
    assert.deepEqual(media, {
      'picture.png': { width: 96, height: 64, pages: null },
      'turned.jpg': { width: 64, height: 96, pages: null },
      'report.pdf': { width: null, height: null, pages: 3 },
      'plan.txt': null,
      'damaged.png': null,
    });
  });

  it('come after a crash of the service, each once', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `letter ${index}.txt`);
    for (const [index, name] of names.entries()) {
      await put(name, `common word${index}`);
      if (index % 3 === 2) {
        await service.kill('SIGKILL');
        await service.restart();
      }
    }
    const { texts, thumbnails } = await done();
    assert.deepEqual([texts, thumbnails], [{ ready: 6 }, { ready: 6 }]);
    assert.deepEqual(await found('common'), names.toSorted());
  });

  it('are made anew by dms reindex, while the service runs and while it does not', async () => {
    await put('plan.txt', 'the quick fox');
    await done();
    await service.command(['reindex', '--text', '--thumbnails']);
    assert.deepEqual(await found('quick'), ['plan.txt']);
    assert.equal((await service.kill('SIGTERM')).code, 0);
    await rm(join(service.dataDirectory, 'cache'), { recursive: true });
    await service.command(['reindex']);
    await service.restart();
    assert.deepEqual(await found('quick'), ['plan.txt']);
    assert.deepEqual((await status()).thumbnails, { ready: 1 });
  });

  it('are not waited for by dms reindex when nobody makes them', async () => {
    await put('plan.txt', 'the quick fox');
    await done();
    await service.kill('SIGTERM');
    // Has the directory as a service has it, and makes nothing.
    const lock = FileLock.acquire(join(service.dataDirectory, 'serve.lock'));
    const reindexing = service.command(['reindex']);
    await requested();
    lock?.release();
    await assert.rejects(
      reindexing,
      /ended with 1: .*dms serve was stopped; it continues after its next start/,
    );
    await service.restart();
    await done();
    assert.deepEqual(await found('quick'), ['plan.txt']);
  });
});
