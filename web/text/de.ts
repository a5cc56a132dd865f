import { findTexts } from './de/find.ts';
import { guestTexts } from './de/guest.ts';
import { uploadTexts } from './de/upload.ts';
import type { CoreTexts } from './en.ts';
import { formatList, formatNumber } from './format.ts';

/** The German texts of the interface. */
export const de = {
  uploads: uploadTexts,
  files: 'Dateien',
  sharedWithMe: 'Mit mir geteilt',
  sharedByMe: 'Von mir geteilt',
  shared: 'Geteilt',
  recent: 'Zuletzt',
  openedAt: (time: string) => `Geöffnet ${time}`,
  changedAt: (time: string) => `Geändert ${time}`,
  nothingRecent: 'Hier erscheinen Dokumente, die Sie öffnen oder ändern.',
  favourites: 'Favoriten',
  isFavourite: 'Favorit',
  sharedWith: (names: readonly string[], others: number, links: number): string => {
    const all =
      others === 0
        ? names
        : [...names, `${formatNumber(others)} ${others === 1 ? 'weiteren Person' : 'weiteren'}`];
    const people = all.length === 0 ? [] : [`Geteilt mit ${formatList(all)}`];
    const open = links === 0 ? [] : [links === 1 ? '1 Link' : `${formatNumber(links)} Links`];
    return [...people, ...open].join(', ');
  },
  favouriteOf: (name: string) => `Favorit: ${name}`,
  addFavourite: 'Zu den Favoriten',
  removeFavourite: 'Aus den Favoriten nehmen',
  noFavourites: 'Markieren Sie ein Dokument oder einen Ordner mit dem Stern, um es hier zu finden.',
  trash: 'Papierkorb',
  activity: 'Aktivität',
  administration: 'Verwaltung',
  account: 'Konto',
  connectDrive: 'Laufwerk verbinden',
  search: 'Suchen',
  searchEverything: 'Alles durchsuchen',
  upload: 'Hochladen',
  tiles: 'Kacheln',
  earlierTimes: 'Frühere Stände',
  newFolder: 'Neuer Ordner',
  navigation: 'Navigation',
  skipToContent: 'Zum Inhalt',
  close: 'Schließen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  undo: 'Rückgängig',
  undone: (what: string) => `Rückgängig gemacht: ${what}`,
  dayMissing: 'Wählen Sie ein Datum bis zum Jahr 9999.',
  tryAgain: 'Noch einmal versuchen',
  loading: 'Wird geladen',
  more: 'Mehr',
  signOut: 'Abmelden',
  signIn: 'Anmelden',
  signInAgain: 'Ihre Sitzung ist abgelaufen. Melden Sie sich an, um weiterzuarbeiten.',
  login: 'Anmeldename oder E-Mail-Adresse',
  password: 'Passwort',
  code: 'Code',
  offline:
    'Keine Verbindung. Bereits geöffnete Inhalte bleiben sichtbar. Uploads werden fortgesetzt, sobald die Verbindung wieder besteht.',
  notHere: 'Diese Seite gibt es nicht, oder Sie haben keinen Zugriff.',
  toFiles: 'Zu Ihren Dateien',
  errorId: (id: string) => `Fehler-ID für den Administrator: ${id}`,
  faults: (faults: readonly string[]) => faults.join(' '),
  unreachable: 'Der Dienst ist nicht erreichbar.',
  partMissing:
    'Ein Teil dieser Seite konnte nicht geladen werden. Versuchen Sie es noch einmal, oder laden Sie die Seite neu.',
  name: 'Name',
  size: 'Größe',
  modified: 'Geändert',
  kind: 'Art',
  owner: 'Eigentümer',
  actionsFor: (name: string) => `Aktionen für ${name}`,
  details: 'Details',
  emptyFolder: 'Dieser Ordner ist leer.',
  firstSteps: {
    driveHint: 'Öffnen und speichern Sie Ihre Dateien in jedem Programm.',
    phone: 'Auf dem Telefon öffnen',
    phoneHint: 'Im Browser oder in einer App für Dateien.',
    invite: 'Kollegen einladen',
    inviteHint: 'Sie erhalten einen Link, um ein Passwort zu setzen.',
  },
  selected: (count: number) => `${formatNumber(count)} ausgewählt`,
  clearSelection: 'Auswahl aufheben',
  open: 'Öffnen',
  editIn: (program: string) => `In ${program} bearbeiten`,
  opensIn: (program: string) =>
    `${program} öffnet das Dokument. Wenn nichts geschieht, ist ${program} auf diesem Computer nicht installiert, oder der Browser öffnet es nicht.`,
  download: 'Herunterladen',
  downloadOf: (name: string) => `${name} herunterladen`,
  versions: 'Versionen',
  downloadAsZip: 'Als ZIP herunterladen',
  rename: 'Umbenennen',
  move: 'Verschieben nach …',
  copy: 'Kopieren nach …',
  clipboard: { copy: 'Kopieren', copied: 'Kopiert.', copyByKey: 'Markiert: mit Strg+C kopieren.' },
  share: 'Teilen',
  deleteEntry: 'Löschen',
  newName: (name: string) => `Neuer Name von ${name}`,
  created: (name: string) => `„${name}“ angelegt`,
  deleted: (count: number, name: string) =>
    count === 1 ? `„${name}“ liegt im Papierkorb` : `${formatNumber(count)} Elemente liegen im Papierkorb`,
  renamed: (name: string) => `Umbenannt in „${name}“`,
  notUndone: (reason: string) => `Nicht rückgängig gemacht: ${reason}`,
  worked: (done: number, count: number) => `${formatNumber(done)} von ${formatNumber(count)} Elementen …`,
  takenAway: (count: number, folder: string, owner: string) =>
    count === 1
      ? `Ohne frühere Versionen nach „${folder}“ kopiert. Das Original liegt im Papierkorb von ${owner}.`
      : `${formatNumber(count)} Elemente ohne frühere Versionen nach „${folder}“ kopiert. Die Originale liegen im Papierkorb von ${owner}.`,
  keepOriginals: (count: number) => (count === 1 ? 'Original behalten' : 'Originale behalten'),
  itsOwner: 'der Besitzerin oder dem Besitzer',
  moved: (count: number, folder: string) =>
    count === 1
      ? `Verschoben nach „${folder}“`
      : `${formatNumber(count)} Elemente nach „${folder}“ verschoben`,
  namesTaken: (count: number, folder: string) =>
    count === 1
      ? `Der Name ist in „${folder}“ schon vergeben`
      : `${formatNumber(count)} Namen sind in „${folder}“ schon vergeben`,
  withNewName: 'Neuer Name',
  skip: 'Überspringen',
  copied: (count: number, folder: string) =>
    count === 1 ? `Kopiert nach „${folder}“` : `${formatNumber(count)} Elemente nach „${folder}“ kopiert`,
  isLocked: (user: string, until: string) => `Gesperrt von ${user} bis ${until}`,
  create: 'Anlegen',
  paste: 'Einfügen',
  parentFolder: 'Übergeordneter Ordner',
  moreFolders: (count: number) => `${formatNumber(count)} weitere …`,
  noFolders: 'Hier gibt es keine Ordner.',
  breadcrumbs: 'Übergeordnete Ordner',
  moveHere: 'Hierher verschieben',
  copyHere: 'Hierher kopieren',
  deleteKey: 'Entf',
  intoFolder: (name: string) => `Ziel: „${name}“`,
  mayNotCreate: (name: string) => `Sie dürfen nichts in „${name}“ ablegen.`,
  refusedToo: (reason: string, others: number) =>
    others === 1
      ? `${reason} Ein weiteres Element wurde abgelehnt.`
      : `${reason} ${formatNumber(others)} weitere Elemente wurden abgelehnt.`,
  folder: 'Ordner',
  untitledFolder: 'Neuer Ordner',
  help: 'Tastenkürzel',
  find: findTexts,
  guest: guestTexts,
} satisfies CoreTexts;
