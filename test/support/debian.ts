import { readFile } from 'node:fs/promises';
import { run } from './process.ts';

/**
 * Makes the files of a Debian, of the release that this machine has. Needs `root` and `mmdebstrap`.
 * @param root the directory that they lie in afterwards
 * @param variant which packages it has besides: none, and those that are given are only unpacked; those of priority
 *   "required"; apt, too
 * @param architecture as Debian calls it; that of this machine when left out
 */
export async function makeDebian(
  root: string,
  variant: 'extract' | 'required' | 'minbase',
  packages: readonly string[],
  architecture?: string,
): Promise<void> {
  const options = ['--quiet', `--variant=${variant}`, `--include=${packages.join(',')}`];
  if (architecture !== undefined) options.push(`--architectures=${architecture}`);
  const [, codename = ''] = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8')) ?? [];
  const { code, stderr } = await run('mmdebstrap', [...options, codename, root, '-'], {
    stdin: await sources(),
  });
  if (code !== 0) throw new Error(stderr);
}

/** Those of this machine: others may be out of its reach. */
async function sources(): Promise<string> {
  const format = 'deb $(SITE) $(RELEASE) $(COMPONENT)';
  const { stdout } = await run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  return stdout;
}
