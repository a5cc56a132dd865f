/**
 * Run this after each `npm install` that changes package-lock.json (`npm run lock:complete`).
 *
 * Some packages have one optional package per platform. If the registry lacks some of them, `npm install` omits these
 * from the lock file. `npm ci` then rejects the lock file as out of sync, on every platform.
 *
 * This script adds each missing package to the lock file, with the exact version that the depending package requires
 * and with the platform in the package's name, so that npm skips it on other platforms. The added entries have no
 * checksum, because the packages could not be downloaded.
 *
 * The script also fails if the lock file contains URLs of the registry that it was created with.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

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

/**
 * `@oxc-parser/binding-linux-x64-musl` results in linux, x64, musl.
 * @throws {Error} unless the name has exactly one operating system and one processor
 */
function platformOf(name: string) {
  const words = name.split(/[/-]/);
  const os = words.filter((word) => systems.includes(word));
  const cpu = words.filter((word) => processors.includes(word));
  if (os.length !== 1 || cpu.length !== 1) throw new Error(`the name of ${name} does not say its platform`);
  if (!os.includes('linux')) return { os, cpu };
  return { os, cpu, libc: [/musl/.test(words.at(-1) ?? '') ? 'musl' : 'glibc'] };
}

const content = readFileSync(lockFile, 'utf8');
if (content.includes('"resolved"'))
  throw new Error(`${lockFile} contains URLs of a registry: check .npmrc and run npm install again`);
// `z.custom` returns the object unchanged. `lockSchema.parse` would reorder the keys that npm wrote.
const lock = z
  .custom<z.infer<typeof lockSchema>>((value) => lockSchema.safeParse(value).success)
  .parse(JSON.parse(content));

/** True if the package at `path` can resolve `name`, in its own node_modules or in that of an enclosing package. */
function isLocked(path: string, name: string): boolean {
  const folders =
    path === ''
      ? ['']
      : ['', ...path.split('/node_modules/').map((_, i, all) => all.slice(0, i + 1).join('/node_modules/'))];
  return folders.some(
    (folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}` in lock.packages,
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
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(lockFile, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
console.log(`${lockFile}: ${added} optional packages of other platforms added`);
