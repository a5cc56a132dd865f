/** The file of a data directory that is there from the beginning to the end of a restore into it. */
export const UNFINISHED = 'restore.unfinished';
