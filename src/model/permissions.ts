/** Permission bits (CONTRACT §1); permissions are their sum. */
export const READ = 1;
export const UPDATE = 2;
export const CREATE = 4;
export const DELETE = 8;
export const SHARE = 16;
/** What an owner has beneath his home, and an administrator on system folders. */
export const ALL = 31;

const NAMES: readonly (readonly [number, string])[] = [
  [READ, 'read'],
  [UPDATE, 'change'],
  [CREATE, 'create in'],
  [DELETE, 'delete'],
  [SHARE, 'share'],
];

/** True when `bits` has all of `wanted`. */
export function allows(bits: number, wanted: number): boolean {
  return (bits & wanted) === wanted;
}

/** The bits of `wanted` that `bits` lacks, in words for an error message. */
export function lacking(bits: number, wanted: number): string {
  return NAMES.filter(([bit]) => (wanted & bit) !== 0 && (bits & bit) === 0)
    .map(([, name]) => name)
    .join(', ');
}
