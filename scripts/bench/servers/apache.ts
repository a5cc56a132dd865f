import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Contender,
  findProgram,
  isReadable,
  printedVersion,
  program,
  type Setup,
  unprivileged,
  writePasswordFile,
} from './contender.ts';

const MODULE_FOLDER = '/usr/lib/apache2/modules';
const MODULES = [
  'mpm_event',
  'authn_core',
  'authn_file',
  'authz_core',
  'authz_user',
  'auth_basic',
  'dav',
  'dav_fs',
];

function moduleFile(name: string): string {
  return join(MODULE_FOLDER, `mod_${name}.so`);
}

/** Apache httpd with mod_dav from Debian, with its own configuration instead of the system's. */
export const apache: Contender = {
  name: 'apache',
  title: 'Apache',
  missing() {
    if (findProgram('apache2') === undefined) return 'apache2 (Debian package apache2)';
    const module = MODULES.map(moduleFile).find((file) => !isReadable(file));
    return module === undefined ? undefined : `${module} (Debian package apache2-bin)`;
  },
  version: () => `Apache httpd ${printedVersion('apache2', '-v')} with mod_dav`,
  prepare(setup) {
    const { folder, port, credentials } = setup;
    const runner = unprivileged();
    for (const name of ['root', 'state', 'run']) {
      mkdirSync(join(folder, name));
      if (runner !== undefined) chownSync(join(folder, name), runner.uid, runner.gid);
    }
    writePasswordFile(join(folder, 'passwords'), credentials);
    const file = join(folder, 'apache.conf');
    writeFileSync(file, configuration(setup, runner?.user));
    return {
      program: program('apache2'),
      args: ['-d', folder, '-f', file, '-D', 'FOREGROUND'],
      cwd: folder,
      port,
      base: '/',
      log: join(folder, 'apache.log'),
      files: { folder: join(folder, 'root'), owner: runner },
    };
  },
};

function configuration({ folder, port }: Setup, user: string | undefined): string {
  return `${MODULES.map((name) => `LoadModule ${name}_module ${moduleFile(name)}`).join('\n')}
${user === undefined ? '' : `User ${user}\nGroup ${user}`}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
DefaultRuntimeDir "${folder}/run"
PidFile "${folder}/run/apache.pid"
Mutex file:${folder}/run default
ErrorLog "${folder}/apache.log"
LogLevel warn
KeepAlive On
KeepAliveTimeout 75
MaxKeepAliveRequests 0
LimitRequestBody 0
DavLockDB "${folder}/state/locks"
DocumentRoot "${folder}/root"
<Directory "${folder}/root">
  Dav On
  Options None
  AllowOverride None
  AuthType Basic
  AuthName bench
  AuthBasicProvider file
  AuthUserFile "${folder}/passwords"
  Require valid-user
</Directory>
`;
}
