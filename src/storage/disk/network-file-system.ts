import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the kernel of Linux has mounted (proc(5)). */
const MOUNTS = '/proc/self/mountinfo';

/**
 * File systems whose files are on another machine, or on the host of a virtual machine. SQLite needs locks, shared
 * memory and syncs that hold there as on a disk, and on these they do not.
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

/** Where files are, as the kernel says it. */
export interface FileSystem {
  /** Such as `ext4`. */
  readonly type: string;
  readonly isNetwork: boolean;
  /** Such as `rw`, `noexec` (mount(8)): of the file system or of the place where it is mounted. */
  readonly options: readonly string[];
}

/**
 * The file system that a path is on, or would be created on.
 * @returns undefined: the system does not tell, as it is not Linux
 */
export function fileSystemOf(path: string): FileSystem | undefined {
  if (!existsSync(MOUNTS)) return undefined;
  let existing = path;
  while (!existsSync(existing) && existing !== dirname(existing)) existing = dirname(existing);
  const mount = mountOf(readFileSync(MOUNTS, 'utf8'), realpathSync(existing));
  return mount && { type: mount.type, isNetwork: isNetwork(mount), options: mount.options };
}

/**
 * The name of the network file system that a path is on, or would be created on.
 * @returns undefined: it is on none, or the system does not tell, as it is not Linux
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
  // Programs that do not say what they are, such as davfs2, say where the files are.
  return NETWORK.has(type) || (type === 'fuse' && source.includes('://'));
}

/** @param mounts as in {@link MOUNTS}: of two at the same place, the later one hides the other */
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

/** Spaces and the like are written as three octal digits. */
function unescape(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
