import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pkgSea from '@yao-pkg/pkg/lib-es5/sea.js';
import { FLAGS } from '../../test/support/program.ts';
import type { Bundle } from './bundle.ts';
import { layRuntime } from './runtime.ts';
import type { Target } from './targets.ts';

const PKG_PLATFORMS = { linux: 'linux', darwin: 'macos', win32: 'win' } as const;

/**
 * Builds the binary for a target.
 * @param home folder for pkg's cache
 * @returns the path of the binary
 */
export async function makeBinary(
  target: Target,
  bundle: Bundle,
  { home, out }: { home: string; out: string },
): Promise<string> {
  const output = join(out, `dms-${target.name}${target.platform === 'win32' ? '.exe' : ''}`);
  const version = await layRuntime(target, home);
  // pkg uses the home directory only for its cache.
  process.env['HOME'] = home;
  const seaConfig = {
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    // Node.js supports this option, but pkg's types lack it.
    execArgv: FLAGS,
    assets: Object.fromEntries(bundle.files),
    // V8 rejects a code cache that was compiled for another processor.
    useCodeCache: target.platform === process.platform && target.arch === process.arch,
  };
  const platform = PKG_PLATFORMS[target.platform];
  await pkgSea.default(bundle.main, {
    targets: [{ nodeRange: `node${version}`, platform, arch: target.arch, output }],
    signature: true,
    seaConfig,
  });
  return output;
}

/** SHA-256 of a file, hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
