import { formatNumber } from '../format.ts';
/** Texts of the trash. */
export const trashTexts = {
  empty: 'The trash is empty.',
  from: 'From',
  deletedBy: 'Deleted by',
  deleted: 'Deleted',
  restore: 'Restore',
  restoreTo: 'Restore to …',
  restoreHere: 'Restore here',
  purge: 'Delete permanently',
  emptyTrash: 'Empty trash',
  emptyTitle: (count: number, stay: number) =>
    count === 1
      ? 'Delete one entry permanently?'
      : `Delete ${stay === 0 ? 'all ' : ''}${formatNumber(count)} entries permanently?`,
  stay: (count: number) =>
    count === 1
      ? 'One more entry stays in the trash: only its owner can delete it.'
      : `${formatNumber(count)} more entries stay in the trash: only their owners can delete them.`,
  kept: (days: number) =>
    `Deleted permanently after ${days === 1 ? 'one day' : `${formatNumber(days)} days`}`,
  emptied: (purged: number, left: number) =>
    `${formatNumber(purged)} deleted permanently. ${formatNumber(left)} left that only the owner can delete.`,
  onlyOwner: 'Only the owner can do this.',
  notReadable: 'You can no longer read this entry.',
  purgeTitle: (count: number, name: string) =>
    count === 1 ? `Delete “${name}” permanently?` : `Delete ${formatNumber(count)} entries permanently?`,
  purgeText: 'This also deletes all versions, and the contents of folders. It cannot be undone.',
  restored: (count: number, name: string) =>
    count === 1 ? `“${name}” restored` : `${formatNumber(count)} entries restored`,
  purged: (count: number) =>
    count === 1 ? 'Deleted permanently' : `${formatNumber(count)} entries deleted permanently`,
  failed: (count: number, reason: string) =>
    count === 1 ? reason : `${formatNumber(count)} entries were not changed: ${reason}`,
};
