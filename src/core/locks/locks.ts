import type { Access } from '../access/access.ts';
import type { ActivityLog } from '../activity/activity.ts';
import type { Tree } from '../browse/browse.ts';
import type { Context } from '../context.ts';
import { FrozenSubtrees } from './frozen-subtrees.ts';
import { LockAdmin } from './lock-admin.ts';
import { WriteLocks } from './write-locks.ts';

export type { ListedLock } from './lock-admin.ts';
export type { HeldLocks, LockRequest } from './write-locks.ts';
export type { FrozenSubtrees, WriteLocks };

/** Write locks (RFC 4918 §6), and their administration. */
export function createLocks(context: Context, deps: { access: Access; activity: ActivityLog; tree: Tree }) {
  const frozenSubtrees = new FrozenSubtrees();
  const locks = new WriteLocks(context, { ...deps, frozenSubtrees });
  return { frozenSubtrees, locks, lockAdmin: new LockAdmin(context, { ...deps, locks }) };
}
