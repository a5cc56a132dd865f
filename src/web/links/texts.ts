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
