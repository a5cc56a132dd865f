import { findTexts } from './en/find.ts';
import { guestTexts } from './en/guest.ts';
import { uploadTexts } from './en/upload.ts';
import { formatList, formatNumber } from './format.ts';

/** The English texts of the interface. Variable parts are parameters. */
export const en = {
  uploads: uploadTexts,
  files: 'Files',
  sharedWithMe: 'Shared with me',
  sharedByMe: 'Shared by me',
  shared: 'Shared',
  recent: 'Recent',
  openedAt: (time: string) => `Opened ${time}`,
  changedAt: (time: string) => `Changed ${time}`,
  nothingRecent: 'Documents that you open or change appear here.',
  favourites: 'Favourites',
  isFavourite: 'Favourite',
  sharedWith: (names: readonly string[], others: number, links: number): string => {
    const all =
      others === 0 ? names : [...names, others === 1 ? '1 other' : `${formatNumber(others)} others`];
    const people = all.length === 0 ? [] : [`Shared with ${formatList(all)}`];
    const open = links === 0 ? [] : [links === 1 ? '1 link' : `${formatNumber(links)} links`];
    return [...people, ...open].join(', ');
  },
  favouriteOf: (name: string) => `Favourite: ${name}`,
  addFavourite: 'Add to favourites',
  removeFavourite: 'Remove from favourites',
  noFavourites: 'Mark a document or folder with the star to find it here.',
  trash: 'Trash',
  activity: 'Activity',
  administration: 'Administration',
  account: 'Account',
  connectDrive: 'Connect a drive',
  search: 'Search',
  searchEverything: 'Search everything',
  upload: 'Upload',
  tiles: 'Tiles',
  earlierTimes: 'Earlier times',
  newFolder: 'New folder',
  navigation: 'Navigation',
  skipToContent: 'Skip to content',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  undo: 'Undo',
  undone: (what: string) => `Undone: ${what}`,
  dayMissing: 'Choose a date no later than 9999.',
  tryAgain: 'Try again',
  loading: 'Loading',
  more: 'More',
  signOut: 'Sign out',
  signIn: 'Sign in',
  signInAgain: 'Your session has ended. Sign in to continue.',
  login: 'Login or e-mail',
  password: 'Password',
  code: 'Code',
  offline:
    'No connection. Content you have opened stays visible. Uploads resume when the connection is back.',
  notHere: 'This page does not exist, or you do not have access.',
  toFiles: 'Go to your files',
  errorId: (id: string) => `Error ID for your administrator: ${id}`,
  /** Joins the errors of a field. In English, the service sends them as ends of a sentence. */
  faults: (faults: readonly string[]) => faults.join('; '),
  unreachable: 'The service cannot be reached.',
  partMissing: 'A part of this page could not be loaded. Try again, or reload the page.',
  name: 'Name',
  size: 'Size',
  modified: 'Modified',
  kind: 'Kind',
  owner: 'Owner',
  actionsFor: (name: string) => `Actions for ${name}`,
  details: 'Details',
  emptyFolder: 'This folder is empty.',
  firstSteps: {
    driveHint: 'Open and save your files in any program.',
    phone: 'Open on the phone',
    phoneHint: 'In its browser, or in an app for files.',
    invite: 'Invite colleagues',
    inviteHint: 'They receive a link to set a password.',
  },
  selected: (count: number) => `${formatNumber(count)} selected`,
  clearSelection: 'Clear selection',
  open: 'Open',
  editIn: (program: string) => `Edit in ${program}`,
  opensIn: (program: string) =>
    `${program} opens the document. If nothing happens, ${program} is not installed on this computer, or the browser does not open it.`,
  download: 'Download',
  downloadOf: (name: string) => `Download ${name}`,
  versions: 'Versions',
  downloadAsZip: 'Download as ZIP',
  rename: 'Rename',
  move: 'Move to …',
  copy: 'Copy to …',
  clipboard: { copy: 'Copy', copied: 'Copied.', copyByKey: 'Selected: copy it with Ctrl+C.' },
  share: 'Share',
  deleteEntry: 'Delete',
  newName: (name: string) => `New name of ${name}`,
  created: (name: string) => `“${name}” created`,
  deleted: (count: number, name: string) =>
    count === 1 ? `“${name}” is in the trash` : `${formatNumber(count)} entries are in the trash`,
  renamed: (name: string) => `Renamed to “${name}”`,
  notUndone: (reason: string) => `Not undone: ${reason}`,
  worked: (done: number, count: number) => `${formatNumber(done)} of ${formatNumber(count)} entries …`,
  takenAway: (count: number, folder: string, owner: string) =>
    count === 1
      ? `Copied to “${folder}” without earlier versions. The original is in the trash of ${owner}.`
      : `${formatNumber(count)} entries copied to “${folder}” without earlier versions. The originals are in the trash of ${owner}.`,
  keepOriginals: (count: number): string => (count === 1 ? 'Keep the original' : 'Keep the originals'),
  itsOwner: 'the owner',
  moved: (count: number, folder: string) =>
    count === 1 ? `Moved to “${folder}”` : `${formatNumber(count)} entries moved to “${folder}”`,
  namesTaken: (count: number, folder: string) =>
    count === 1
      ? `The name is taken in “${folder}”`
      : `${formatNumber(count)} names are taken in “${folder}”`,
  withNewName: 'New name',
  skip: 'Skip',
  copied: (count: number, folder: string) =>
    count === 1 ? `Copied to “${folder}”` : `${formatNumber(count)} entries copied to “${folder}”`,
  isLocked: (user: string, until: string) => `Locked by ${user} until ${until}`,
  create: 'Create',
  paste: 'Paste',
  parentFolder: 'Parent folder',
  moreFolders: (count: number) => `${formatNumber(count)} more …`,
  noFolders: 'There are no folders here.',
  breadcrumbs: 'Parent folders',
  moveHere: 'Move here',
  copyHere: 'Copy here',
  deleteKey: 'Del',
  intoFolder: (name: string) => `Destination: “${name}”`,
  mayNotCreate: (name: string) => `You do not have permission to add entries to “${name}”.`,
  refusedToo: (reason: string, others: number) =>
    others === 1
      ? `${reason} One more entry was refused.`
      : `${reason} ${formatNumber(others)} more entries were refused.`,
  folder: 'Folder',
  untitledFolder: 'New folder',
  help: 'Keyboard help',
  find: findTexts,
  guest: guestTexts,
};

/** The texts that load with the page, typed by the English ones. */
export type CoreTexts = typeof en;
