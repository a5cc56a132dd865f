import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Contender,
  findProgram,
  isReadable,
  printedVersion,
  program,
  type Setup,
  writePasswordFile,
} from './contender.ts';

const DAV_EXT = '/usr/lib/nginx/modules/ngx_http_dav_ext_module.so';

/** nginx with its own DAV module and dav-ext, from Debian. */
export const nginx: Contender = {
  name: 'nginx',
  title: 'nginx',
  missing() {
    if (findProgram('nginx') === undefined) return 'nginx (Debian package nginx)';
    return isReadable(DAV_EXT) ? undefined : `${DAV_EXT} (Debian package libnginx-mod-http-dav-ext)`;
  },
  version: () => `nginx ${printedVersion('nginx', '-v')} with dav-ext`,
  prepare(setup) {
    const { folder, port, credentials } = setup;
    for (const name of ['root', 'temp']) mkdirSync(join(folder, name));
    writePasswordFile(join(folder, 'passwords'), credentials);
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, configuration(setup));
    return {
      program: program('nginx'),
      args: ['-p', folder, '-c', file, '-e', join(folder, 'nginx.log')],
      cwd: folder,
      port,
      base: '/',
      log: join(folder, 'nginx.log'),
      files: { folder: join(folder, 'root'), owner: undefined },
    };
  },
};

function configuration({ folder, port }: Setup): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `load_module ${DAV_EXT};
daemon off;
${process.getuid?.() === 0 ? 'user root root;' : ''}
worker_processes auto;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log warn;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  keepalive_timeout 75s;
  keepalive_requests 100000000;
  client_max_body_size 0;
${temporary.map((name) => `  ${name}_temp_path ${folder}/temp/${name};`).join('\n')}
  dav_ext_lock_zone zone=locks:10m;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/root;
    auth_basic bench;
    auth_basic_user_file ${folder}/passwords;
    location / {
      dav_methods PUT DELETE MKCOL COPY MOVE;
      dav_ext_methods PROPFIND OPTIONS LOCK UNLOCK;
      dav_ext_lock zone=locks;
    }
  }
}
`;
}
