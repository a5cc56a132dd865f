import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHILD_LAUNCH } from '../../src/jobs/child/sandbox.ts';
import { Rendering, type RenderingSettings } from '../../src/jobs/rendering.ts';
import { createLogger } from '../../src/log.ts';
import { ALLOCATOR } from '../../src/program/allocator.ts';
import { pdfWithPages, textDrawing } from '../support/contents/pdf.ts';
import { nodeWith, renderSettings } from '../support/renditions/render-settings.ts';
import { MemoryQueue } from '../support/renditions/rendition-queue.ts';
import { waiter } from '../support/until.ts';

const DIED = 'failed: Reading it failed unexpectedly.';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  await waiter(() => `process ${pid} still runs`)(() => !isRunning(pid));
}

describe('the rendering of contents', function () {
  let queue: MemoryQueue;
  let rendering: Rendering | undefined;

  beforeEach(() => {
    queue = new MemoryQueue();
  });
  afterEach(async () => {
    await rendering?.stop();
    rendering = undefined;
  });

  function start(changes: Partial<RenderingSettings> = {}): void {
    const log = createLogger({ level: 'silent', format: 'json' });
    rendering = new Rendering(queue, renderSettings(changes), log);
    rendering.start();
  }

  async function childPid(): Promise<number> {
    queue.add('pid');
    return Number(await queue.resultOf('pid'));
  }

  it('reads a content with the real program', async () => {
    queue.add('letter', 'Grüße aus Köln');
    queue.add('empty', '');
    queue.add('pdf', pdfWithPages([textDrawing('Rechnung')]));
    start({ launch: CHILD_LAUNCH });
    assert.equal(await queue.resultOf('letter'), 'Grüße aus Köln');
    assert.equal(await queue.resultOf('pdf'), 'Rechnung');
    // What these are made with is loaded by the process only now that it is locked in.
    assert.deepEqual(
      [...queue.thumbnails],
      [
        ['letter', 'image/jpeg'],
        ['empty', 'none'],
        ['pdf', 'image/jpeg'],
      ],
    );
    assert.equal(await queue.resultOf('empty'), 'none');
  });

  it('asks after each content whether requests have come, and goes on while they do', async () => {
    let count = 0;
    const requests = (): number => (count += 1);
    const names = Array.from({ length: 12 }, (_, index) => `number ${String(index)}`);
    for (const name of names) queue.add(name);
    start({ requests });
    assert.equal(await queue.resultOf('number 11'), 'number 11');
    // It asks once after each content: otherwise it would not notice the requests.
    assert.ok(count >= 11, `it asked ${String(count)} times`);
    queue.hasDemand = true;
    queue.add('wanted');
    assert.equal(await queue.resultOf('wanted'), 'wanted');
  });

  it('takes one content after the other, in the order of the queue, in one process', async () => {
    for (const name of ['b', 'a', 'c']) queue.add(name);
    queue.add('first', 'pid');
    queue.add('second', 'pid');
    start();
    await queue.resultOf('second');
    assert.deepEqual([...queue.results.keys()], ['b', 'a', 'c', 'first', 'second']);
    assert.equal(queue.results.get('first'), queue.results.get('second'));
  });

  it('passes all bytes of a large content', async () => {
    const size = 20 * 2 ** 20 + 7;
    queue.add('large', Buffer.alloc(size, 'size ', 'latin1'));
    start();
    assert.equal(await queue.resultOf('large'), String(size));
  });

  it('passes no more than the first piece of a large content of which nothing can be made', async () => {
    const film = Buffer.alloc(20 * 2 ** 20);
    film.write('\0\0\0\x18ftypisom', 'latin1');
    queue.add('film', film);
    queue.add('next');
    start();
    assert.equal(await queue.resultOf('film'), 'none');
    assert.equal(queue.bytesRead.get('film'), 512 * 1024);
    // What the process had of it is not taken for the next one.
    assert.equal(await queue.resultOf('next'), 'next');
  });

  it('is woken by new work', async () => {
    start();
    queue.add('one');
    await queue.resultOf('one');
    queue.add('two');
    assert.equal(await queue.resultOf('two'), 'two');
  });

  it('goes on with the next content when its process is killed', async () => {
    start();
    const pid = await childPid();
    queue.onContent = (name) => {
      if (name === 'wait') process.kill(pid, 'SIGKILL');
    };
    queue.add('wait');
    queue.add('next');
    assert.equal(await queue.resultOf('wait'), DIED);
    assert.equal(await queue.resultOf('next'), 'next');
  });

  it('goes on when a content makes its process crash', async () => {
    queue.add('throw');
    queue.add('next');
    start();
    assert.equal(await queue.resultOf('throw'), DIED);
    assert.equal(await queue.resultOf('next'), 'next');
  });

  it('ends a process that says what cannot be', async () => {
    queue.add('lie');
    queue.add('next');
    start();
    assert.equal(await queue.resultOf('lie'), DIED);
    assert.equal(await queue.resultOf('next'), 'next');
  });

  it('ends a process that takes too long', async () => {
    queue.add('loop');
    queue.add('wait');
    queue.add('next');
    start({ timeoutSeconds: 2 });
    assert.equal(await queue.resultOf('loop'), 'failed: Reading it took more than 2 seconds.');
    assert.equal(await queue.resultOf('wait'), 'failed: Reading it took more than 2 seconds.');
    assert.equal(await queue.resultOf('next'), 'next');
  });

  it('ends a process that takes too much memory', async () => {
    queue.add('hog');
    queue.add('next');
    start({ memoryBytes: 300 * 2 ** 20 });
    assert.equal(await queue.resultOf('hog'), 'failed: Reading it took more than 300 MiB of memory.');
    assert.equal(await queue.resultOf('next'), 'next');
  });

  it('replaces a process that has kept much memory', async () => {
    start({ memoryBytes: 40 * 2 ** 20 });
    queue.add('first', 'pid');
    const first = Number(await queue.resultOf('first'));
    await untilGone(first);
    queue.add('second', 'pid');
    assert.notEqual(Number(await queue.resultOf('second')), first);
  });

  it('does not read a content that is too large', async () => {
    let isRead = false;
    queue.onContent = () => (isRead = true);
    queue.add('large', Buffer.alloc(2 * 2 ** 20));
    start({ maxBytes: 2 ** 20 });
    assert.equal(await queue.resultOf('large'), 'given up: The file is larger than 1 MiB.');
    assert.equal(isRead, false);
  });

  it('goes on when a content cannot be read from the disk', async () => {
    queue.add('bad', new Error('EIO: /data/blobs/ab/cd'));
    queue.add('next');
    start();
    assert.equal(await queue.resultOf('bad'), 'failed: The file cannot be read from the disk.');
    assert.equal(await queue.resultOf('next'), 'next');
  });

  it('stops at once while a content is being read, without an attempt', async () => {
    start();
    const pid = await childPid();
    const reading = new Promise<void>((resolve) => (queue.onContent = () => resolve()));
    queue.add('loop');
    await reading;
    await rendering?.stop();
    assert.ok(!isRunning(pid));
    assert.ok(!queue.results.has('loop'));
  });

  it('stops while its process starts, and before it has started any', async () => {
    start();
    await rendering?.stop();
    queue.add('late');
    start();
    await rendering?.stop();
    assert.equal(queue.results.size, 0);
  });

  it('ends a process without work, and starts another for new work', async () => {
    start({ idleMs: 1 });
    const first = await childPid();
    await untilGone(first);
    queue.add('again', 'pid');
    assert.notEqual(Number(await queue.resultOf('again')), first);
  });

  it('blames no content when its process does not start, and tries again after a pause', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'dms-starts-'));
    try {
      const [program = ''] = renderSettings().launch.args.slice(-1);
      const starts = `
        const { readdirSync, writeFileSync } = require('node:fs');
        const count = readdirSync(${JSON.stringify(directory)}).length + 1;
        writeFileSync(${JSON.stringify(directory)} + '/' + count, '');
        if (count < 3) process.exit(3);
        else import(${JSON.stringify(program)});`;
      queue.add('patient');
      start({
        launch: nodeWith([
          '--permission',
          '--allow-fs-read=*',
          `--allow-fs-write=${directory}`,
          '--allow-worker',
          '--eval',
          starts,
        ]),
      });
      assert.equal(await queue.resultOf('patient'), 'patient');
      assert.equal(readdirSync(directory).length, 3);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('passes on nothing of the environment', async () => {
    queue.add('environment');
    start();
    const environment: unknown = JSON.parse(await queue.resultOf('environment'));
    assert.deepEqual(environment, { ...ALLOCATOR, TZ: 'UTC' });
  });

  it('gives way to requests and still gets its share, and is the first to end when memory runs out', async () => {
    start();
    const pid = await childPid();
    const nice = readdirSync(`/proc/${pid}/task`).map(
      (thread) => readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16],
    );
    assert.deepEqual(new Set(nice), new Set(['3']));
    assert.equal(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim(), '1000');
  });

  it('does not outlive a service that is killed, even in a loop', async () => {
    const program = fileURLToPath(new URL('../support/renditions/render-service.ts', import.meta.url));
    const service = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(service.stdout.setEncoding('utf8'), 'data');
    const pid = Number(line);
    assert.ok(pid > 0 && isRunning(pid), String(line));
    service.kill('SIGKILL');
    await untilGone(pid);
  });
});
