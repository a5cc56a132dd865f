import { formatNumber } from '../format.ts';
/** Texts of uploads. */
export const uploadTexts = {
  uploadFiles: 'Upload files',
  uploadFolder: 'Upload a folder',
  dropHere: (folder: string) => `Drop files to upload them to “${folder}”`,
  uploading: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} uploaded`,
  finished: (count: number) => (count === 1 ? '1 file uploaded' : `${formatNumber(count)} files uploaded`),
  andUnchanged: (count: number) => `, ${formatNumber(count)} unchanged`,
  finishedExcept: (count: number, failed: number) =>
    `${formatNumber(count)} uploaded, ${formatNumber(failed)} failed`,
  waitsForConnection: 'Waiting for the connection …',
  waitsForService: 'The service is busy. The upload continues automatically.',
  paused: 'Paused',
  speed: (size: string) => `${size}/s`,
  timeLeft: (time: string) => `${time} left`,
  pause: 'Pause',
  resume: 'Resume',
  cancelFile: (name: string) => `Cancel ${name}`,
  cancelAll: 'Cancel all',
  retryFailed: 'Retry failed uploads',
  expand: 'Show files',
  collapse: 'Hide files',
  moreFiles: (count: number) => `and ${formatNumber(count)} more`,
  progress: 'Progress of all uploads',
  waiting: 'Waiting',
  cancelled: 'Cancelled',
  created: 'Uploaded',
  version: 'New version',
  renamed: 'Uploaded under another name',
  skipped: 'Skipped',
  same: 'Already exists, unchanged',
  gone: 'The file was moved, deleted or changed. Choose it again.',
  unreadable: (paths: string, hasMore: boolean) => `Cannot be read: ${paths}${hasMore ? ' …' : ''}`,
  clashTitle: (count: number) =>
    count === 1 ? 'One file already exists' : `${formatNumber(count)} files already exist`,
  newVersion: 'New version',
  keepBoth: 'Keep both',
  addComment: 'Add comment',
  comment: (count: number) =>
    count === 1 ? 'Comment on the new version' : `Comment on the ${formatNumber(count)} new versions`,
  commented: 'Comment saved',
  skip: 'Skip',
  oneByOne: 'Decide one by one',
  there: (size: string, date: string) => `Existing: ${size}, ${date}`,
  yours: (size: string, date: string) => `Your file: ${size}, ${date}`,
  isFolder: 'Existing: a folder',
  unfinished: (count: number) =>
    count === 1 ? '1 upload is unfinished' : `${formatNumber(count)} uploads are unfinished`,
  chooseAgain: 'Choose the files again to resume',
  notUnfinished: (count: number) =>
    count === 1
      ? 'One chosen file is not in this list, or it has changed.'
      : `${formatNumber(count)} chosen files are not in this list, or they have changed.`,
  discard: 'Discard',
  keepsEarlier: 'The earlier version is kept.',
};
