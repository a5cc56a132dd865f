import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** Mounts of the Linux kernel (proc(5)). */
const MOUNTS = '/proc/self/mountinfo';

/**
 * File systems whose files are on another machine, or on the host of a virtual machine. They do not reliably provide
 * the locks, shared memory and syncs that SQLite requires.
 */
const NETWORK: ReadonlySet<string> = new Set([
  ...[
    'nfs',
    'nfs4',
    'cifs',
    'smb3',
    'smbfs',
    'ncpfs',
    '9p',
    'afs',
    'coda',
    'ceph',
    'lustre',
    'beegfs',
    'gpfs',
  ],
  ...['glusterfs', 'vboxsf', 'vmhgfs', 'prl_fs'],
  ...[
    'sshfs',
    'rclone',
    'davfs',
    'davfs2',
    'curlftpfs',
    'smbnetfs',
    'glusterfs',
    'ceph-fuse',
    'juicefs',
    'seaweedfs',
  ]
    .concat('s3fs', 'goofys', 'gcsfuse', 'blobfuse2', 'vmhgfs-fuse')
    .map((name) => `fuse.${name}`),
]);

/** File system of a path, as reported by the kernel. */
export interface FileSystem {
  /** For example `ext4`. */
  readonly type: string;
  readonly isNetwork: boolean;
  /** Options of the file system and of its mount point, for example `rw` or `noexec` (mount(8)). */
  readonly options: readonly string[];
}

/**
 * The file system that contains a path, or would contain it once created.
 * @returns undefined if the operating system is not Linux and does not report mounts
 */
export function fileSystemOf(path: string): FileSystem | undefined {
  if (!existsSync(MOUNTS)) return undefined;
  let existing = path;
  while (!existsSync(existing) && existing !== dirname(existing)) existing = dirname(existing);
  const mount = mountOf(readFileSync(MOUNTS, 'utf8'), realpathSync(existing));
  return mount && { type: mount.type, isNetwork: isNetwork(mount), options: mount.options };
}

/**
 * Type of the network file system that contains a path, or would contain it once created; for example `nfs4`.
 * @returns undefined if the file system is local, or unknown because the operating system is not Linux
 */
export function networkFileSystemOf(path: string): string | undefined {
  const found = fileSystemOf(path);
  return found?.isNetwork === true ? found.type : undefined;
}

interface Mount {
  readonly point: string;
  readonly type: string;
  readonly source: string;
  readonly options: readonly string[];
}

function isNetwork({ type, source }: Mount): boolean {
  // FUSE programs without a subtype, such as davfs2, have a URL as their source.
  return NETWORK.has(type) || (type === 'fuse' && source.includes('://'));
}

/** @param mounts content of {@link MOUNTS}; the later of two mounts at the same mount point hides the earlier one */
export function mountOf(mounts: string, path: string): Mount | undefined {
  let found: Mount | undefined;
  for (const line of mounts.split('\n')) {
    const mount = mountFrom(line);
    if (mount && isBeneath(path, mount.point) && mount.point.length >= (found?.point.length ?? 0))
      found = mount;
  }
  return found;
}

function mountFrom(line: string): Mount | undefined {
  const [before = '', after = ''] = line.split(' - ', 2);
  const [, , , , point, ownOptions = ''] = before.split(' ');
  const [type = '', source = '', superOptions = ''] = after.split(' ');
  if (point === undefined) return undefined;
  const options = [...new Set([...ownOptions.split(','), ...superOptions.split(',')])];
  return { point: unescape(point), type, source: unescape(source), options };
}

function isBeneath(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}

/** Decodes special characters such as spaces, which are written as three octal digits. */
function unescape(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
