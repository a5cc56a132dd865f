import { formatNumber } from '../format.ts';

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${formatNumber(count)} entries`;
}

function left(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' 1 stays as it is.' : ` ${formatNumber(count)} stay as they are.`;
}

/** Texts of the dialog that undoes many changes. */
export const undoChangesTexts = {
  title: 'Undo changes',
  intro:
    'Documents get back their earlier content, name and folder. Deleted entries come back, new ones go to the trash. Nothing is lost: an undo can be taken back.',
  since: 'From',
  until: 'Until',
  timeIncomplete: 'Enter the date and the time in full.',
  untilHint: 'Empty: until now.',
  whose: 'Changes of',
  whoseHint: 'Empty: your own changes. Empty with an address: those of all users.',
  oneUser: 'Choose one person only.',
  token: 'Made with',
  anyToken: 'Any program or browser',
  ip: 'From the address',
  ipHint: 'Empty: from any address.',
  folder: 'In the folder',
  everywhere: 'Everywhere',
  chooseFolder: 'Choose folder…',
  folderTitle: 'Undo changes in one folder only',
  chooseAction: 'Choose',
  noFolder: 'Everywhere again',
  force: 'Undo even what others have changed since',
  forceHint: 'Otherwise these entries stay as they are.',
  preview: 'Preview',
  earlier: 'Earlier undos',
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
  stopped: (reason: string) => `The undo has stopped: ${reason}`,
  resume: 'Continue',
  takeBack: 'Take this undo back…',
  notes: 'Stayed as they were, or came back under another name',
  unnamed: 'An entry that you may no longer read',

  noEarlier: 'No undos yet.',
  number: (id: number) => `Undo ${String(id)}`,
  own: 'Your changes',
  of: (name: string) => `Changes of ${name}`,
  ofDeleted: 'Changes of a deleted user',
  ofAll: 'Changes of all users',
  folderAsOf: (time: string) => `A folder as it was on ${time}`,
  undoOf: (id: number) => `Undo ${String(id)} taken back`,
  fromAddress: (ip: string) => `from ${ip}`,
  oneToken: 'with one token',
  oneFolder: 'in one folder',
  forced: 'also what others have changed since',
  states: { running: 'Running', stopped: 'Stopped', ended: 'Done' },
  /** Reasons for a stop, by message code. */
  stops: {
    disk_full: 'The disk is full.',
    no_longer_administrator: 'You are no longer an administrator.',
    account_disabled: 'The account that began it is disabled.',
  },
  otherStop: (code: string) => `See the log of the service (${code}).`,
};
