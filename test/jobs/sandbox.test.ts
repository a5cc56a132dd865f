import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rendering } from '../../src/jobs/rendering.ts';
import { createLogger } from '../../src/log.ts';
import { renderSettings, sandboxed } from '../support/renditions/render-settings.ts';
import { MemoryQueue } from '../support/renditions/rendition-queue.ts';

const DENIED = 'ERR_ACCESS_DENIED';

describe('the process that reads contents', function () {
  // At the lowest priority, what takes a second may take many beside other tests.

  const directory = mkdtempSync(join(tmpdir(), 'dms-sandbox-'));
  after(() => rmSync(directory, { recursive: true }));

  it('can do nothing but read what it is given', async () => {
    const secret = join(directory, 'secret.json');
    writeFileSync(secret, '{}');
    const queue = new MemoryQueue();
    queue.add('secret', secret);
    const settings = renderSettings({ launch: sandboxed('escaping-program') });
    const rendering = new Rendering(queue, settings, createLogger({ level: 'silent', format: 'json' }));
    rendering.start();
    try {
      assert.deepEqual(JSON.parse(await queue.resultOf('secret')), {
        'read a file': DENIED,
        'write a file': DENIED,
        'open a file with SQLite': 'ERR_UNKNOWN_BUILTIN_MODULE',
        'read a module': DENIED,
        connect: DENIED,
        'connect to a local socket': DENIED,
        'send a datagram': DENIED,
        'resolve a name': DENIED,
        'start a program': DENIED,
        'start a thread': DENIED,
        'load native code': 'ERR_DLOPEN_DISABLED',
        'open the inspector': DENIED,
        'run WebAssembly': 'done',
        'read its program': 'done',
      });
    } finally {
      await rendering.stop();
    }
    assert.deepEqual(readdirSync(directory), ['secret.json']);
  });
});
