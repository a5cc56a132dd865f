import type { uploadTexts as english } from '../en/upload.ts';
import { formatNumber } from '../format.ts';

/** Texts of uploads. */
export const uploadTexts = {
  uploadFiles: 'Dateien hochladen',
  uploadFolder: 'Ordner hochladen',
  dropHere: (folder: string) => `Dateien hier ablegen, um sie nach „${folder}“ hochzuladen`,
  uploading: (done: number, all: number) => `${formatNumber(done)} von ${formatNumber(all)} hochgeladen`,
  finished: (count: number) =>
    count === 1 ? '1 Datei hochgeladen' : `${formatNumber(count)} Dateien hochgeladen`,
  andUnchanged: (count: number) => `, ${formatNumber(count)} unverändert`,
  finishedExcept: (count: number, failed: number) =>
    `${formatNumber(count)} hochgeladen, ${formatNumber(failed)} fehlgeschlagen`,
  waitsForConnection: 'Wartet auf die Verbindung …',
  waitsForService: 'Der Dienst ist ausgelastet. Der Upload wird automatisch fortgesetzt.',
  paused: 'Angehalten',
  speed: (size: string) => `${size}/s`,
  timeLeft: (time: string) => `noch ${time}`,
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  cancelFile: (name: string) => `${name} abbrechen`,
  cancelAll: 'Alle abbrechen',
  retryFailed: 'Fehlgeschlagene Uploads wiederholen',
  expand: 'Dateien anzeigen',
  collapse: 'Dateien ausblenden',
  moreFiles: (count: number) => `und ${formatNumber(count)} weitere`,
  progress: 'Fortschritt aller Uploads',
  waiting: 'Wartet',
  cancelled: 'Abgebrochen',
  created: 'Hochgeladen',
  version: 'Neue Version',
  renamed: 'Unter anderem Namen hochgeladen',
  skipped: 'Übersprungen',
  same: 'Schon vorhanden, unverändert',
  gone: 'Die Datei wurde verschoben, gelöscht oder geändert. Wählen Sie sie noch einmal aus.',
  unreadable: (paths: string, hasMore: boolean) => `Nicht lesbar: ${paths}${hasMore ? ' …' : ''}`,
  clashTitle: (count: number) =>
    count === 1 ? 'Eine Datei ist schon vorhanden' : `${formatNumber(count)} Dateien sind schon vorhanden`,
  newVersion: 'Neue Version',
  keepBoth: 'Beide behalten',
  addComment: 'Kommentar hinzufügen',
  comment: (count: number) =>
    count === 1 ? 'Kommentar zur neuen Version' : `Kommentar zu den ${formatNumber(count)} neuen Versionen`,
  commented: 'Kommentar gespeichert',
  skip: 'Überspringen',
  oneByOne: 'Einzeln entscheiden',
  there: (size: string, date: string) => `Vorhanden: ${size}, ${date}`,
  yours: (size: string, date: string) => `Ihre Datei: ${size}, ${date}`,
  isFolder: 'Vorhanden: ein Ordner',
  unfinished: (count: number) =>
    count === 1
      ? '1 Upload ist nicht abgeschlossen'
      : `${formatNumber(count)} Uploads sind nicht abgeschlossen`,
  chooseAgain: 'Dateien noch einmal wählen und fortsetzen',
  notUnfinished: (count: number) =>
    count === 1
      ? 'Eine gewählte Datei steht nicht in dieser Liste oder wurde geändert.'
      : `${formatNumber(count)} gewählte Dateien stehen nicht in dieser Liste oder wurden geändert.`,
  discard: 'Verwerfen',
  keepsEarlier: 'Die frühere Version bleibt erhalten.',
} satisfies typeof english;
