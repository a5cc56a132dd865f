import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contender } from './contender.ts';
import { piecesOf } from './contents.ts';

const PROGRAM = fileURLToPath(new URL('./bare-server.ts', import.meta.url));

/** A bare `node:http` server: what no program on Node can be faster than. */
export const bare: Contender = {
  name: 'node',
  title: 'node:http',
  missing: () => undefined,
  version: () => `bare node:http of Node ${process.versions.node}`,
  prepare({ folder, port, settings }) {
    const file = join(folder, 'stream');
    const handle = openSync(file, 'w');
    for (const piece of piecesOf(0, settings.largeBytes)) writeSync(handle, piece);
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
