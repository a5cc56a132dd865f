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
  purge: 'Delete for good',
  emptyTrash: 'Empty trash',
  emptyTitle: (count: number, stay: number) =>
    count === 1
      ? 'Delete one item for good?'
      : `Delete ${stay === 0 ? 'all ' : ''}${formatNumber(count)} items for good?`,
  stay: (count: number) =>
    count === 1
      ? 'One more stays: only its owner can delete it.'
      : `${formatNumber(count)} more stay: left that only the owner can delete them.`,
  kept: (days: number) => `Deleted for good after ${days === 1 ? 'one day' : `${formatNumber(days)} days`}`,
  emptied: (purged: number, left: number) =>
    `${formatNumber(purged)} deleted for good; ${formatNumber(left)} left that only the owner can delete`,
  onlyOwner: 'Only the owner can do this.',
  purgeTitle: (count: number, name: string) =>
    count === 1 ? `Delete “${name}” for good?` : `Delete ${formatNumber(count)} items for good?`,
  purgeText: 'With all versions, and with what is in folders. This cannot be undone.',
  restored: (count: number, name: string) =>
    count === 1 ? `“${name}” is back` : `${formatNumber(count)} items are back`,
  purged: (count: number) =>
    count === 1 ? 'Deleted for good' : `${formatNumber(count)} items deleted for good`,
  failed: (count: number, reason: string) =>
    count === 1 ? reason : `${formatNumber(count)} items stay as they were: ${reason}`,
};
