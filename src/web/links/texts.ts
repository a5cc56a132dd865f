import type { Language } from '../../model/people/user.ts';

/** Texts of the pages behind links, in one language. */
interface LinkTexts {
  readonly locale: string;
  readonly goneTitle: string;
  readonly gone: string;
  readonly passwordTitle: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly open: string;
  readonly wrongPassword: string;
  readonly throttled: string;
  readonly busy: string;
  readonly failed: string;
  readonly download: string;
  readonly downloadAll: string;
  readonly display: string;
  readonly noPreview: string;
  readonly previewLater: string;
  readonly list: string;
  readonly tiles: string;
  readonly empty: string;
  readonly folder: string;
  readonly previous: string;
  readonly next: string;
  readonly path: string;
  readonly yourName: string;
  readonly yourEmail: string;
  readonly senderHint: string;
  readonly choose: string;
  readonly chooseOne: string;
  readonly chooseOrDrop: string;
  readonly addFiles: string;
  readonly newVersion: string;
  readonly newerVersion: string;
  readonly send: string;
  readonly waiting: string;
  readonly sending: string;
  readonly resuming: string;
  readonly done: string;
  readonly cancel: string;
  readonly canceled: string;
  readonly again: string;
  readonly sentCount: string;
  readonly sentBefore: string;
  readonly noRoom: string;
  readonly tooLarge: string;
  readonly tooManyFiles: string;
  readonly badName: string;
  readonly badSender: string;
  readonly noFile: string;
  readonly interrupted: string;
  readonly sendTo: (name: string) => string;
  readonly untilDay: (date: string) => string;
  readonly atMost: (size: string) => string;
  readonly sentInAll: (count: number, size: string) => string;
  readonly from: (name: string) => string;
  readonly until: (date: string) => string;
  readonly entries: (count: number) => string;
  readonly pageOf: (page: number, pages: number) => string;
}

const english: LinkTexts = {
  locale: 'en-GB',
  goneTitle: 'This link does not work',
  gone: 'It may have ended, or its address is incomplete. Ask the person who sent it to you for a new one.',
  passwordTitle: 'This link has a password',
  password: 'Password',
  passwordHint: 'The person who sent you the link knows it.',
  open: 'Open',
  wrongPassword: 'The password is wrong. Check upper and lower case.',
  throttled: 'Too many attempts. Wait a few minutes, then try again.',
  busy: 'The service is busy. Try again in a moment.',
  failed: 'An error has occurred. Try again later.',
  download: 'Download',
  downloadAll: 'Download all',
  display: 'Open in the browser',
  noPreview: 'There is no preview of this document.',
  previewLater: 'The preview is being made. Reload the page in a moment.',
  list: 'List',
  tiles: 'Tiles',
  empty: 'This folder is empty.',
  folder: 'Folder',
  previous: 'Previous page',
  next: 'Next page',
  path: 'Path',
  yourName: 'Your name (optional)',
  yourEmail: 'Your e-mail address (optional)',
  senderHint: 'So that the recipient knows who the files are from.',
  choose: 'Choose files',
  chooseOne: 'Choose a file',
  chooseOrDrop: 'Choose files, or drop them here',
  addFiles: 'Add files',
  newVersion: 'Upload a new version',
  newerVersion:
    'Somebody has saved a newer version since you opened this page. Look at it first, then send yours again.',
  send: 'Send',
  waiting: 'waiting',
  sending: 'sending',
  resuming: 'The connection is broken. Sending continues when it is back.',
  done: 'sent',
  cancel: 'Cancel',
  canceled: 'canceled',
  again: 'Try again',
  sentCount: 'Sent: {done} of {all}',
  sentBefore: 'Sent',
  noRoom: 'There is no room for this file. Tell the recipient.',
  tooLarge: 'This file is too large.',
  tooManyFiles: 'No more files can be sent with this link.',
  badName: 'A file with this name cannot be sent. Rename it: without special characters, and shorter.',
  badSender: 'Name and e-mail address can have at most 100 characters, in one line.',
  noFile: 'Choose at least one file.',
  interrupted: 'The connection broke. Try again.',
  sendTo: (name) => `Send files to ${name}`,
  untilDay: (date) => `Until ${date}`,
  atMost: (size) => `At most ${size} for each file`,
  sentInAll: (count, size) => (count === 1 ? `1 file, ${size}` : `${String(count)} files, ${size}`),
  from: (name) => `Shared by ${name}`,
  until: (date) => `until ${date}`,
  entries: (count) => (count === 1 ? '1 item' : `${String(count)} items`),
  pageOf: (page, pages) => `Page ${String(page)} of ${String(pages)}`,
};

const german: LinkTexts = {
  locale: 'de',
  goneTitle: 'Dieser Link funktioniert nicht',
  gone: 'Er ist vielleicht abgelaufen, oder seine Adresse ist unvollständig. Bitten Sie die Person, von der Sie ihn haben, um einen neuen.',
  passwordTitle: 'Dieser Link hat ein Passwort',
  password: 'Passwort',
  passwordHint: 'Die Person, von der Sie den Link haben, kennt es.',
  open: 'Öffnen',
  wrongPassword: 'Das Passwort ist falsch. Achten Sie auf Groß- und Kleinschreibung.',
  throttled: 'Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
  busy: 'Der Dienst ist gerade ausgelastet. Versuchen Sie es gleich noch einmal.',
  failed: 'Ein Fehler ist aufgetreten. Versuchen Sie es später noch einmal.',
  download: 'Herunterladen',
  downloadAll: 'Alles herunterladen',
  display: 'Im Browser öffnen',
  noPreview: 'Von diesem Dokument gibt es keine Vorschau.',
  previewLater: 'Die Vorschau wird gerade erstellt. Laden Sie die Seite gleich noch einmal.',
  list: 'Liste',
  tiles: 'Kacheln',
  empty: 'Dieser Ordner ist leer.',
  folder: 'Ordner',
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  path: 'Pfad',
  yourName: 'Ihr Name (freiwillig)',
  yourEmail: 'Ihre E-Mail-Adresse (freiwillig)',
  senderHint: 'Damit klar ist, von wem die Dateien sind.',
  choose: 'Dateien auswählen',
  chooseOne: 'Datei auswählen',
  chooseOrDrop: 'Dateien auswählen oder hier ablegen',
  addFiles: 'Dateien hinzufügen',
  newVersion: 'Neue Version hochladen',
  newerVersion:
    'Inzwischen hat jemand eine neuere Version gespeichert. Sehen Sie sie zuerst an und senden Sie Ihre dann noch einmal.',
  send: 'Senden',
  waiting: 'wartet',
  sending: 'wird gesendet',
  resuming: 'Die Verbindung ist unterbrochen. Sobald sie wieder besteht, geht es weiter.',
  done: 'gesendet',
  cancel: 'Abbrechen',
  canceled: 'abgebrochen',
  again: 'Noch einmal versuchen',
  sentCount: 'Gesendet: {done} von {all}',
  sentBefore: 'Gesendet',
  noRoom: 'Für diese Datei ist kein Platz. Sagen Sie der Person Bescheid, von der Sie den Link haben.',
  tooLarge: 'Diese Datei ist zu groß.',
  tooManyFiles: 'Über diesen Link lassen sich keine weiteren Dateien senden.',
  badName:
    'Eine Datei mit diesem Namen lässt sich nicht senden. Benennen Sie sie um: ohne Sonderzeichen und kürzer.',
  badSender: 'Name und E-Mail-Adresse können höchstens 100 Zeichen haben, in einer Zeile.',
  noFile: 'Wählen Sie mindestens eine Datei aus.',
  interrupted: 'Die Verbindung wurde unterbrochen. Versuchen Sie es noch einmal.',
  sendTo: (name) => `Dateien an ${name} senden`,
  untilDay: (date) => `Bis ${date}`,
  atMost: (size) => `Höchstens ${size} je Datei`,
  sentInAll: (count, size) => (count === 1 ? `1 Datei, ${size}` : `${String(count)} Dateien, ${size}`),
  from: (name) => `Geteilt von ${name}`,
  until: (date) => `bis ${date}`,
  entries: (count) => (count === 1 ? '1 Eintrag' : `${String(count)} Einträge`),
  pageOf: (page, pages) => `Seite ${String(page)} von ${String(pages)}`,
};

const TEXTS: Readonly<Record<Language, LinkTexts>> = { de: german, en: english };

/** Words and formats of the pages behind links. Sizes in bytes, times in milliseconds UTC. */
export interface Words extends LinkTexts {
  readonly language: Language;
  readonly bytes: (size: number) => string;
  readonly date: (time: number) => string;
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** The words in a language. */
export function wordsIn(language: Language): Words {
  const texts = TEXTS[language];
  const date = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'medium' });
  return {
    ...texts,
    language,
    date: (time) => date.format(time),
    bytes: (size) => {
      const power = size < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(size) / 3));
      const format = new Intl.NumberFormat(texts.locale, {
        style: 'unit',
        unit: UNITS[power] ?? 'byte',
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: 1,
      });
      return format.format(size / 1000 ** power);
    },
  };
}
