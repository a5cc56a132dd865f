/**
 * Files that are mutated together, and the tests for them. Mocha treats a pattern with braces but no other special
 * character as a file name, and ignores missing files. Therefore the patterns use `@(a|b)`.
 */
export interface Folder {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

/** Tests of everything that the representations of a document depend on: conditions, ranges, content, locks. */
const FACES = [
  'test/http/**/!(cut-downloads.slow).test.ts',
  'test/rest/*/@(documents|downloads|uploads|versions|requests).test.ts',
  'test/webdav/!(hostile|replays)/!(*.slow).test.ts',
  'test/webdav/listings/kept-listings.slow.test.ts',
];

/** The tests of the module itself come first, because the first failing test ends the run of a mutant. */
const coreModule = (name: string, ...tests: readonly string[]): [string, Folder] => [
  `src/core/${name}`,
  { mutate: [`src/core/${name}/**/*.ts`], tests: [`test/core/${name}/**/*.test.ts`, ...tests] },
];

/**
 * A surviving mutant costs the time of all tests that reach it, so each folder lists only the tests about it. Tests
 * that start a process cannot run here.
 */
export const FOLDERS: Readonly<Record<string, Folder>> = {
  'src/http': { mutate: ['src/http/**/*.ts'], tests: FACES },
  'src/webdav/request': { mutate: ['src/webdav/request/{conditions,if-header}.ts'], tests: FACES },
  ...Object.fromEntries([
    coreModule(
      'access',
      'test/core/{sharing,browse,entries,sign-in}/**/*.test.ts',
      'test/@(access-matrix|cross-user).slow.test.ts',
    ),
    coreModule('safe-save', 'test/core/{entries,placement}/*.test.ts', 'test/webdav/replays/*.test.ts'),
    coreModule(
      'versions',
      'test/core/{entries,safe-save,placement}/*.test.ts',
      'test/rest/*/@(versions|many-uploads).test.ts',
    ),
    coreModule('credentials', 'test/core/sign-in/*.test.ts'),
    coreModule(
      'locks',
      'test/core/{entries,safe-save}/*.test.ts',
      'test/webdav/locks/@(locks|lock-rules).test.ts',
    ),
    coreModule('accounts', 'test/core/sign-in/*.test.ts', 'test/rest/*/@(account|users).test.ts'),
    coreModule('activity', 'test/rest/service/activity*.test.ts'),
    coreModule(
      'browse',
      'test/core/sharing/*.test.ts',
      'test/core/locks/lock-records.test.ts',
      'test/rest/*/@(folders|search).test.ts',
      'test/webdav/listings/@(listings|mount-names|freshness).test.ts',
    ),
    coreModule(
      'entries',
      'test/core/{locks,placement,safe-save}/*.test.ts',
      'test/core/activity/activity-of-changes.test.ts',
      'test/core/versions/content-receiver.test.ts',
      'test/rest/*/@(entry-limit|folders|many-uploads).test.ts',
      'test/webdav/*/@(contents|extended-mkcol|lock-rules|mount-*|partial-failures|transfer).test.ts',
    ),
    coreModule(
      'mail',
      'test/core/sharing/*.test.ts',
      'test/rest/*/@(mailed-codes|share-notifications).test.ts',
    ),
    coreModule(
      'placement',
      'test/core/{browse,entries,locks,safe-save,sharing}/**/*.test.ts',
      'test/core/activity/activity-of-changes.test.ts',
      'test/rest/entries/trash.test.ts',
      'test/webdav/copy-move/transfer.test.ts',
    ),
    coreModule(
      'sharing',
      'test/rest/*/@(shares|share-cascade|share-notifications).test.ts',
      'test/core/activity/activity-of-changes.test.ts',
      'test/webdav/replays/sharing.test.ts',
    ),
    coreModule(
      'sign-in',
      'test/core/activity/security-events.test.ts',
      'test/rest/*/@(sign-in|two-factor).test.ts',
    ),
  ]),
  'src/core': {
    mutate: ['src/core/*.ts'],
    tests: ['test/core/!(*.slow).test.ts', 'test/core/*/**/*.test.ts'],
  },
  'src/storage/accounts': {
    mutate: ['src/storage/accounts/*.ts'],
    tests: [
      'test/storage/accounts/*.test.ts',
      'test/core/{accounts,activity,mail,sign-in}/*.test.ts',
      'test/core/@(clock|clock-set-back|housekeeping).test.ts',
    ],
  },
  'src/storage/blobs': {
    mutate: ['src/storage/blobs/*.ts'],
    tests: [
      'test/storage/blobs/*.test.ts',
      'test/core/versions/*.test.ts',
      'test/core/@(clock|housekeeping).test.ts',
      'test/@(write-order|failed-disk).test.ts',
      'test/rest/transfer/many-uploads.test.ts',
    ],
  },
  'src/storage/tree': {
    mutate: ['src/storage/tree/**/*.ts'],
    tests: [
      'test/storage/tree/*.test.ts',
      'test/core/{browse,entries,locks,placement,safe-save,sharing,versions}/**/*.test.ts',
      'test/core/@(clock|housekeeping).test.ts',
      'test/webdav/listings/mount-names.test.ts',
    ],
  },
  'src/storage': {
    // file-lock.ts is left out: testing a lock between processes needs processes.
    mutate: [
      'src/storage/{,connection/,database/,disk/,threads/,wal/}*.ts',
      '!src/storage/disk/file-lock.ts',
    ],
    tests: [
      'test/storage/!(*.slow).test.ts',
      'test/storage/checkpoints.slow.test.ts',
      'test/storage/@(database|disk)/!(file-lock).test.ts',
      'test/core/{versions,access}/*.test.ts',
      'test/@(write-order|failed-disk).test.ts',
    ],
  },
};
