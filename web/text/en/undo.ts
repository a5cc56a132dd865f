import { formatNumber } from '../format.ts';

/** Texts of an undo of many changes: its preview, its progress and what it left. */
export const undoTexts = {
  nothing: 'There is nothing to put back.',
  all: (count: number) =>
    count === 1 ? 'One entry will be as it was.' : `All ${formatNumber(count)} entries will be as they were.`,
  some: (count: number, total: number) =>
    `${formatNumber(count)} of ${formatNumber(total)} entries will be as they were.`,
  staysAsIs: (count: number) =>
    count === 1 ? 'One entry stays as it is:' : `${formatNumber(count)} entries stay as they are:`,
  running: (done: number, total: number) =>
    total === 0 ? 'Looking at the changes …' : `${formatNumber(done)} of ${formatNumber(total)} entries …`,
  goesOn: 'The service goes on if you close this window.',
  progress: 'Progress',
  ended: (count: number) =>
    count === 0
      ? 'Nothing was changed.'
      : count === 1
        ? 'One entry is as it was.'
        : `${formatNumber(count)} entries are as they were.`,
  endedAgain: (count: number) =>
    count === 1
      ? 'One entry is as it was before.'
      : `${formatNumber(count)} entries are as they were before.`,
  notes: 'Not quite as it was:',
  noName: 'An entry that you may not read',
  moreNotes: 'Show more',
  andOthers: (count: number) => (count === 1 ? 'and one more' : `and ${formatNumber(count)} more`),
  stopped: (reason: string) => `Stopped: ${reason}`,
  resume: 'Continue',
  takeBack: 'Undo',
  stops: {
    disk_full: 'The disk of the server is full.',
    disk_unusable: 'The server cannot use its disk at the moment.',
    no_longer_administrator: 'You are no longer an administrator.',
  },
  otherStop: 'An error occurred. The log of the service has the details.',
};
