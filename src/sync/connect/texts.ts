import type { Language } from '../../model/people/user.ts';

/** Texts of the page that explains how to sync a computer and a phone, in one language. */
export interface ConnectTexts {
  readonly language: Language;
  readonly title: string;
  readonly hint: string;
  readonly drive: string;
  readonly onlyHere: string;
  readonly notEncrypted: string;
  readonly computer: string;
  readonly computerSteps: (server: string) => readonly string[];
  readonly phone: string;
  readonly phoneSteps: (server: string) => readonly string[];
  readonly showCode: string;
  readonly whose: string;
  readonly whoseText: string;
  readonly scan: string;
  readonly scanText: string;
  readonly address: string;
  readonly login: string;
  readonly token: string;
  readonly secret: string;
  readonly tokens: string;
  readonly tokenName: (day: string) => string;
  readonly foreign: string;
  readonly failed: string;
}

const english: ConnectTexts = {
  language: 'en',
  title: 'Sync your devices',
  hint: 'Your files as a folder on this computer, also without a network, and the photos of your phone here.',
  drive: 'Connect a drive',
  onlyHere:
    'Only this computer reaches the address below. For other devices, open this page at the address of the service in the network.',
  notEncrypted:
    'The address below is not encrypted. Others on the network can read the token and the files. Set up TLS before you connect devices.',
  computer: 'Sync to this computer',
  computerSteps: (server) => [
    'Install the desktop app of Nextcloud (nextcloud.com/install). It exists for Windows, macOS and Linux.',
    `Start it, choose “Log in”, and enter the address ${server}.`,
    'A page of this service opens in the browser. Check the name of the device, and press “Allow”.',
    'Choose the folder on this computer. Shared folders are in it, too.',
  ],
  phone: 'Photos from your phone',
  phoneSteps: (server) => [
    'Install the app “Nextcloud” on the phone.',
    `Start it, choose “Log in”, and scan the QR code that this page shows on another screen. Or enter the address ${server} in the app, and allow the device in the browser.`,
    'Switch on “Auto upload” in the settings of the app, and choose the folder for photos.',
  ],
  showCode: 'Show a QR code for a phone',
  whose: 'Whose programs these are',
  whoseText:
    'The apps are made by Nextcloud and ownCloud, not by the makers of dms. Tested are the command-line programs of Nextcloud desktop 3.7 and ownCloud 2.11. An app of ownCloud signs in with your login name and a token.',
  scan: 'Scan this code with the app',
  scanText: 'Open the app on the phone, choose “Log in”, then the symbol for scanning.',
  address: 'Address',
  login: 'Login name',
  token: 'Token',
  secret:
    'The code is shown only now. A person who scans it can read and change all your documents, until you revoke the token.',
  tokens: 'Show tokens',
  tokenName: (day) => `Phone, ${day}`,
  foreign: 'This request does not come from the page of dms. Nothing was created.',
  failed: 'No token was created. Try again later.',
};

const german: ConnectTexts = {
  language: 'de',
  title: 'Geräte synchronisieren',
  hint: 'Ihre Dateien als Ordner auf diesem Rechner, auch ohne Netz, und die Fotos Ihres Telefons hier.',
  drive: 'Laufwerk verbinden',
  onlyHere:
    'Nur dieser Rechner erreicht die Adresse, die unten steht. Für andere Geräte öffnen Sie diese Seite unter der Adresse, die der Dienst im Netz hat.',
  notEncrypted:
    'Die Adresse, die unten steht, ist nicht verschlüsselt. Andere im Netz können das Token und die Dateien mitlesen. Richten Sie TLS ein, bevor Sie Geräte verbinden.',
  computer: 'Mit diesem Rechner synchronisieren',
  computerSteps: (server) => [
    'Installieren Sie das Desktop-Programm von Nextcloud (nextcloud.com/install). Es gibt es für Windows, macOS und Linux.',
    `Starten Sie es, wählen Sie „Anmelden“, und geben Sie die Adresse ${server} ein.`,
    'Im Browser öffnet sich eine Seite dieses Dienstes. Prüfen Sie den Namen des Geräts, und wählen Sie „Erlauben“.',
    'Wählen Sie den Ordner auf diesem Rechner. Auch geteilte Ordner sind darin.',
  ],
  phone: 'Fotos vom Telefon',
  phoneSteps: (server) => [
    'Installieren Sie die App „Nextcloud“ auf dem Telefon.',
    `Starten Sie die App, wählen Sie „Anmelden“, und scannen Sie den QR-Code, den diese Seite auf einem anderen Bildschirm anzeigt. Oder geben Sie in der App die Adresse ${server} ein, und erlauben Sie das Gerät im Browser.`,
    'Schalten Sie in den Einstellungen der App „Automatisches Hochladen“ ein, und wählen Sie den Ordner für Fotos.',
  ],
  showCode: 'QR-Code für ein Telefon anzeigen',
  whose: 'Wessen Programme das sind',
  whoseText:
    'Die Apps stammen von Nextcloud und ownCloud, nicht von den Machern von dms. Getestet sind die Kommandozeilenprogramme von Nextcloud Desktop 3.7 und ownCloud 2.11. Eine App von ownCloud meldet sich mit Ihrem Anmeldenamen und einem Token an.',
  scan: 'Scannen Sie diesen Code mit der App',
  scanText: 'Öffnen Sie die App auf dem Telefon, wählen Sie „Anmelden“, dann das Symbol zum Scannen.',
  address: 'Adresse',
  login: 'Anmeldename',
  token: 'Token',
  secret:
    'Der Code wird nur jetzt angezeigt. Eine Person, die ihn scannt, kann alle Ihre Dokumente lesen und ändern, bis Sie das Token widerrufen.',
  tokens: 'Token anzeigen',
  tokenName: (day) => `Telefon, ${day}`,
  foreign: 'Diese Anfrage kommt nicht von der Seite von dms. Es wurde nichts angelegt.',
  failed: 'Es wurde kein Token angelegt. Versuchen Sie es später noch einmal.',
};

/** Texts by language. */
export const TEXTS: Readonly<Record<Language, ConnectTexts>> = { de: german, en: english };
