import { formatNumber } from '../format.ts';

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${formatNumber(count)} entries`;
}

function left(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' 1 stays as it is.' : ` ${formatNumber(count)} stay as they are.`;
}

/** Texts of an undo of many changes: its preview, its progress and what it left. */
export const undoTexts = {
  back: 'Back',
  nothing: 'There is nothing to undo here.',
  wouldPutBack: (count: number, others: number) => `${entries(count)} would be put back.${left(others)}`,
  previewHint:
    'Locks, quotas and names that are taken show only when the undo runs. It then lists what it has left.',
  left: 'Stay as they are',
  putBack: (count: number) => `Put back: ${formatNumber(count)}`,
  more: 'Show more',
  notShown: (count: number) => `${entries(count)} more`,
  begin: 'Undo these changes',
  running: 'The undo is running.',
  progress: (done: number, total: number) => `${formatNumber(done)} of ${entries(total)}`,
  goesOn: 'It continues if you close this dialog.',
  ended: (count: number, others: number) => `Done: ${entries(count)} put back.${left(others)}`,
  resume: 'Continue',
  notes: 'Stayed as they were, or came back under another name',
  unnamed: 'An entry that you may no longer read',
  stopped: (reason: string) => `Stopped: ${reason}`,
  /** Reasons for a stop by message code: the service sends no text. */
  stops: new Map([
    ['disk_full', 'The disk of the server is full.'],
    ['disk_unusable', 'The server cannot use its disk at the moment.'],
    ['no_longer_administrator', 'You are no longer an administrator.'],
    ['account_disabled', 'The account that began it is disabled.'],
  ]),
  otherStop: 'An error occurred. The log of the service has the details.',
};
