/**
 * Run this after each `npm install` that changes package-lock.json (`npm run lock:complete`).
 *
 * Some packages come with one optional package per platform. A registry that does not carry all of them makes
 * `npm install` leave the absent ones out of the lock file, and `npm ci` then refuses it as out of sync, everywhere.
 * This adds each absent one with the exact version that its owner asks for, and with the platform that its name tells,
 * so that npm leaves it alone on all others. There is no checksum for what could not be fetched.
 * It also fails when the lock file names the registry that it was made with.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const lockFile = 'package-lock.json';
const lockSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      dev: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

/** `@oxc-parser/binding-linux-x64-musl` → linux, x64, musl. */
function platformOf(name: string) {
  const words = name.split(/[/-]/);
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  if (os.length !== 1 || cpu.length !== 1)
    throw new Error(`the platform of ${name} cannot be told from its name`);
  if (!os.includes('linux')) return { os, cpu };
  return { os, cpu, libc: [/musl/.test(words.at(-1) ?? '') ? 'musl' : 'glibc'] };
}

const content = readFileSync(lockFile, 'utf8');
if (content.includes('"resolved"'))
  throw new Error(`${lockFile} names a registry: check .npmrc and install again`);
// A looser parse would put the keys in another order than npm's.
const lock = z
  .custom<z.infer<typeof lockSchema>>((value) => lockSchema.safeParse(value).success)
  .parse(JSON.parse(content));

/** Where Node would find `name` from the package at `path`: beside it, or beside one of its holders. */
function isLocked(path: string, name: string): boolean {
  const holders =
    path === ''
      ? ['']
      : ['', ...path.split('/node_modules/').map((_, i, all) => all.slice(0, i + 1).join('/node_modules/'))];
  return holders.some(
    (holder) => `${holder === '' ? '' : `${holder}/`}node_modules/${name}` in lock.packages,
  );
}

let added = 0;
for (const [path, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isLocked(path, name) || !/^\d+\.\d+\.\d+$/.test(version)) continue;
    const { os, cpu, libc } = { libc: undefined, ...platformOf(name) };
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu,
      ...(dev === true ? { dev } : {}),
      ...(libc === undefined ? {} : { libc }),
      optional: true,
      os,
    };
    added += 1;
  }
}
const inOrder = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages: Object.fromEntries(inOrder) }, null, 2)}\n`);
console.log(`${lockFile}: ${added} optional packages of other platforms added`);
