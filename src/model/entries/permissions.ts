/** Permission bit: see the entry and its content. Permissions are a sum of bits (docs/build/contract/concepts.md §2). */
export const READ = 1;
/** Permission bit: add versions, rename the entry, change its text and properties, lock it. */
export const UPDATE = 2;
/** Permission bit: create entries in the folder. */
export const CREATE = 4;
/** Permission bit: delete the entry, or move it to another folder. */
export const DELETE = 8;
/** Permission bit: share the entry, and manage all its shares. */
export const SHARE = 16;
/** All bits: the permissions of owners in their home, and of administrators in system folders. */
export const ALL = 31;

const VERBS: readonly (readonly [number, string])[] = [
  [READ, 'read'],
  [UPDATE, 'change'],
  [CREATE, 'create in'],
  [DELETE, 'delete'],
  [SHARE, 'share'],
];

/** True if `bits` has all bits of `wanted`. */
export function allows(bits: number, wanted: number): boolean {
  return (bits & wanted) === wanted;
}

/** Verbs for the bits of `wanted` that are missing in `bits`, for "You may not …" in an error message. */
export function lacking(bits: number, wanted: number): string {
  return VERBS.filter(([bit]) => (wanted & bit) !== 0 && (bits & bit) === 0)
    .map(([, verb]) => verb)
    .join(', ');
}
