import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chunksOf } from '../contents.ts';
import type { Contender } from './contender.ts';

const PROGRAM = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** A bare `node:http` server: the upper bound for any program on this Node.js. */
export const bare: Contender = {
  name: 'node',
  title: 'node:http',
  missing: () => undefined,
  version: () => `bare node:http of Node ${process.versions.node}`,
  prepare({ folder, port, settings }) {
    const file = join(folder, 'stream');
    const handle = openSync(file, 'w');
    for (const chunk of chunksOf(0, settings.largeBytes)) writeSync(handle, chunk);
    closeSync(handle);
    return {
      program: process.execPath,
      args: [PROGRAM, String(port), file],
      cwd: folder,
      port,
      base: '/',
      log: join(folder, 'node.log'),
    };
  },
};
