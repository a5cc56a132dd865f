import { readFile } from 'node:fs/promises';
import { run } from '../process.ts';

/**
 * Creates the file system of a Debian, in the release of this machine. Needs `root` and `mmdebstrap`.
 * @param root target directory
 * @param variant additional packages: `extract` none, and the given packages are only unpacked; `required` those of
 *   priority "required"; `minbase` also apt
 * @param architecture Debian's name of the architecture; default: that of this machine
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

/** Package sources of this machine, because others may be unreachable. */
async function sources(): Promise<string> {
  const format = 'deb $(SITE) $(RELEASE) $(COMPONENT)';
  const { stdout } = await run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  return stdout;
}
