/**
 * Builds the binaries: `npm run build` for this system, `npm run build -- --all` for all systems, `npm run build --
 * linux-arm64 …` for the given systems. Writes them to `dist/`, with SHA256SUMS, the bill of materials (CycloneDX) and
 * the licences.
 */
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeBinary } from './binary.ts';
import { bundle } from './bundle.ts';
import { writeLists } from './lists.ts';
import { TARGETS, type Target } from './targets.ts';

const OUT = resolve('dist');

function chosen(args: readonly string[]): readonly Target[] {
  if (args.includes('--all')) return TARGETS;
  if (args.length > 0) return args.map((name) => existing(name, (target) => target.name === name));
  const { platform, arch } = process;
  return [existing(`${platform}-${arch}`, (target) => target.platform === platform && target.arch === arch)];
}

function existing(name: string, isIt: (target: Target) => boolean): Target {
  const target = TARGETS.find(isIt);
  if (target) return target;
  throw new Error(`there is no target ${name}; there are ${TARGETS.map((each) => each.name).join(', ')}`);
}

const work = await mkdtemp(join(tmpdir(), 'dms-build-'));
try {
  await mkdir(OUT, { recursive: true });
  const packages = new Set<string>();
  for (const target of chosen(process.argv.slice(2))) {
    const made = await bundle(target, join(work, target.name));
    const binary = await makeBinary(target, made, { home: work, out: OUT });
    for (const name of made.packages) packages.add(name);
    const mebibytes = ((await stat(binary)).size / 2 ** 20).toFixed(1);
    console.log(`${binary}: ${mebibytes} MiB; its bundle has the SHA-256 ${made.sha256}`);
  }
  await writeLists(OUT, packages);
} finally {
  await rm(work, { recursive: true });
}
