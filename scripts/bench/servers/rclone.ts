import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Contender, findProgram, printedVersion, program, writePasswordFile } from './contender.ts';

/** `rclone serve webdav` over a local folder. */
export const rclone: Contender = {
  name: 'rclone',
  title: 'rclone',
  missing: () => (findProgram('rclone') === undefined ? 'rclone (Debian package rclone)' : undefined),
  version: () => `rclone ${printedVersion('rclone', 'version')}`,
  prepare({ folder, port, credentials }) {
    mkdirSync(join(folder, 'root'));
    writePasswordFile(join(folder, 'passwords'), credentials);
    writeFileSync(join(folder, 'rclone.conf'), '');
    return {
      program: program('rclone'),
      args: [
        ...['serve', 'webdav', join(folder, 'root')],
        ...['--addr', `127.0.0.1:${port}`],
        ...['--htpasswd', join(folder, 'passwords')],
        ...['--config', join(folder, 'rclone.conf')],
        ...['--cache-dir', join(folder, 'cache')],
        ...['--log-level', 'ERROR'],
      ],
      cwd: folder,
      port,
      base: '/',
      log: join(folder, 'rclone.log'),
      files: { folder: join(folder, 'root'), owner: undefined },
    };
  },
};
