import type { Language } from '../../model/people/user.ts';

/** Texts of the page on which a user allows a device to sign in, in one language. */
export interface LoginTexts {
  readonly language: Language;
  readonly title: string;
  /** For the user who is signed in on the page. */
  readonly account: (name: string, login: string) => string;
  readonly device: string;
  readonly address: string;
  readonly noAddress: string;
  readonly sameNetwork: string;
  readonly otherNetwork: string;
  readonly consequence: string;
  readonly warning: string;
  readonly allow: string;
  readonly refuse: string;
  readonly allowedTitle: string;
  readonly allowed: (device: string) => string;
  readonly tokens: string;
  readonly refusedTitle: string;
  readonly refused: string;
  readonly goneTitle: string;
  readonly gone: string;
  readonly foreignTitle: string;
  readonly foreign: string;
  readonly busyTitle: string;
  readonly busy: string;
  readonly failedTitle: string;
  readonly failed: string;
}

const english: LoginTexts = {
  language: 'en',
  title: 'Allow a device to sign in?',
  account: (name, login) =>
    `You are signed in as ${name} (${login}). For another account, sign out first, then open this page again.`,
  device: 'The device calls itself',
  address: 'It asks from the address',
  noAddress: 'unknown',
  sameNetwork: 'the network of this browser',
  otherNetwork: 'not the network of this browser',
  consequence:
    'The device can then read and change all your documents, until you revoke its token in your account.',
  warning:
    'Allow this only if you have just connected an app yourself. Refuse if another person sent you this address.',
  allow: 'Allow',
  refuse: 'Refuse',
  allowedTitle: 'The device may sign in',
  allowed: (device) =>
    `Return to the app. “${device}” is now among the tokens of your account, where you can revoke it.`,
  tokens: 'Show tokens',
  refusedTitle: 'The device was refused',
  refused: 'It cannot sign in. You can close this page.',
  goneTitle: 'This request does not exist any more',
  gone: 'It was answered, or it is older than 20 minutes. Start again in the app.',
  foreignTitle: 'This answer does not come from the page of dms',
  foreign: 'Nothing was allowed. Start again in the app.',
  busyTitle: 'Too many requests',
  busy: 'Wait a minute, then try again.',
  failedTitle: 'An error has occurred',
  failed: 'Try again later.',
};

const german: LoginTexts = {
  language: 'de',
  title: 'Darf sich ein Gerät anmelden?',
  account: (name, login) =>
    `Sie sind als ${name} (${login}) angemeldet. Für ein anderes Konto melden Sie sich zuerst ab und öffnen diese Seite dann noch einmal.`,
  device: 'Das Gerät nennt sich',
  address: 'Die Anfrage kommt von der Adresse',
  noAddress: 'unbekannt',
  sameNetwork: 'das Netz dieses Browsers',
  otherNetwork: 'nicht das Netz dieses Browsers',
  consequence:
    'Das Gerät kann dann alle Ihre Dokumente lesen und ändern, bis Sie sein Token in Ihrem Konto widerrufen.',
  warning:
    'Erlauben Sie das nur, wenn Sie selbst gerade eine App verbinden. Lehnen Sie ab, wenn Ihnen eine andere Person diese Adresse geschickt hat.',
  allow: 'Erlauben',
  refuse: 'Ablehnen',
  allowedTitle: 'Das Gerät darf sich anmelden',
  allowed: (device) =>
    `Kehren Sie zur App zurück. „${device}“ steht jetzt bei den Token Ihres Kontos. Dort können Sie das Token widerrufen.`,
  tokens: 'Token anzeigen',
  refusedTitle: 'Das Gerät wurde abgelehnt',
  refused: 'Es kann sich nicht anmelden. Sie können diese Seite schließen.',
  goneTitle: 'Diese Anfrage gibt es nicht mehr',
  gone: 'Sie ist beantwortet oder älter als 20 Minuten. Beginnen Sie in der App noch einmal.',
  foreignTitle: 'Diese Antwort kommt nicht von der Seite von dms',
  foreign: 'Es wurde nichts erlaubt. Beginnen Sie in der App noch einmal.',
  busyTitle: 'Zu viele Anfragen',
  busy: 'Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  failedTitle: 'Ein Fehler ist aufgetreten',
  failed: 'Versuchen Sie es später noch einmal.',
};

/** Texts by language. */
export const TEXTS: Readonly<Record<Language, LoginTexts>> = { de: german, en: english };
