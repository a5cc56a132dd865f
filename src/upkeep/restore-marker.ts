/** Marker file in a data directory from the beginning to the end of a restore into it. */
export const RESTORE_MARKER = 'restore.unfinished';
