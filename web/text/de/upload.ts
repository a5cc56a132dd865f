import type { uploadTexts as english } from '../en/upload.ts';

/** Texte zum Hochladen. */
export const uploadTexts = {
  uploadFiles: 'Dateien hochladen',
  uploadFolder: 'Ordner hochladen',
  dropHere: (folder: string) => `Zum Hochladen nach „${folder}“ hier ablegen`,
  uploading: (done: number, all: number) => `${String(done)} von ${String(all)} hochgeladen`,
  finished: (count: number) => (count === 1 ? '1 Datei hochgeladen' : `${String(count)} Dateien hochgeladen`),
  finishedExcept: (count: number, failed: number) =>
    `${String(count)} hochgeladen, ${String(failed)} fehlgeschlagen`,
  waitsForConnection: 'Wartet auf die Verbindung …',
  waitsForService: 'Der Dienst bittet um Geduld; danach geht es von selbst weiter.',
  paused: 'Angehalten',
  speed: (size: string) => `${size}/s`,
  timeLeft: (time: string) => `noch ${time}`,
  pause: 'Anhalten',
  goOn: 'Fortsetzen',
  cancelFile: (name: string) => `${name} abbrechen`,
  cancelAll: 'Alle abbrechen',
  retryFailed: 'Fehlgeschlagene wiederholen',
  expand: 'Dateien zeigen',
  collapse: 'Dateien ausblenden',
  moreFiles: (count: number) => `und ${String(count)} weitere`,
  progress: 'Fortschritt aller Uploads',
  waiting: 'Wartet',
  cancelled: 'Abgebrochen',
  created: 'Hochgeladen',
  version: 'Neue Version',
  renamed: 'Unter anderem Namen hochgeladen',
  skipped: 'Übersprungen',
  same: 'Unverändert vorhanden',
  clashTitle: (count: number) =>
    count === 1 ? 'Eine Datei ist schon vorhanden' : `${String(count)} Dateien sind schon vorhanden`,
  newVersion: 'Neue Version',
  keepBoth: 'Beide behalten',
  addComment: 'Kommentar hinzufügen',
  comment: (count: number) =>
    count === 1 ? 'Kommentar zur neuen Version' : `Kommentar zu den ${String(count)} neuen Versionen`,
  commented: 'Kommentar gespeichert',
  skip: 'Überspringen',
  oneByOne: 'Einzeln entscheiden',
  there: (size: string, date: string) => `Vorhanden: ${size}, ${date}`,
  yours: (size: string, date: string) => `Ihre: ${size}, ${date}`,
  isFolder: 'Vorhanden: ein Ordner',
  unfinished: (count: number) =>
    count === 1 ? '1 Upload ist unvollständig' : `${String(count)} Uploads sind unvollständig`,
  chooseAgain: 'Dateien noch einmal wählen und fortsetzen',
  notUnfinished: (count: number) =>
    count === 1
      ? 'Eine Datei gehört nicht dazu oder wurde geändert.'
      : `${String(count)} Dateien gehören nicht dazu oder wurden geändert.`,
  discard: 'Verwerfen',
  keepsEarlier: 'Die frühere Version bleibt erhalten.',
} satisfies typeof english;
