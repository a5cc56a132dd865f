import type { undoChangesTexts as en } from '../en/undo-changes.ts';
import { formatNumber } from '../format.ts';

function entries(count: number): string {
  return count === 1 ? '1 Element' : `${formatNumber(count)} Elemente`;
}

function remains(count: number): string {
  if (count === 0) return '';
  return ` ${formatNumber(count)} ${count === 1 ? 'bleibt' : 'bleiben'} unverändert.`;
}

/** Texts of the dialog that undoes many changes. */
export const undoChangesTexts = {
  title: 'Änderungen zurücknehmen',
  intro:
    'Dokumente erhalten ihren früheren Inhalt, Namen und Ordner. Gelöschtes kommt zurück, Neues kommt in den Papierkorb. Nichts geht verloren: Auch eine Rücknahme lässt sich zurücknehmen.',
  since: 'Ab',
  until: 'Bis',
  timeIncomplete: 'Geben Sie Datum und Uhrzeit vollständig ein.',
  untilHint: 'Leer: bis jetzt.',
  whose: 'Änderungen von',
  whoseHint: 'Leer: Ihre eigenen Änderungen. Leer mit einer Adresse: die aller Personen.',
  oneUser: 'Wählen Sie nur eine Person.',
  token: 'Vorgenommen mit',
  anyToken: 'Jedem Programm oder Browser',
  ip: 'Von der Adresse',
  ipHint: 'Leer: von jeder Adresse.',
  folder: 'Im Ordner',
  everywhere: 'Überall',
  chooseFolder: 'Ordner wählen …',
  folderTitle: 'Nur Änderungen in einem Ordner zurücknehmen',
  chooseAction: 'Wählen',
  noFolder: 'Wieder überall',
  force: 'Auch zurücknehmen, was andere seitdem geändert haben',
  forceHint: 'Sonst bleiben diese Elemente, wie sie sind.',
  preview: 'Vorschau',
  earlier: 'Frühere Rücknahmen',
  back: 'Zurück',

  nothing: 'Hier gibt es nichts zurückzunehmen.',
  wouldPutBack: (count, left) =>
    `${entries(count)} ${count === 1 ? 'würde' : 'würden'} zurückgesetzt.${remains(left)}`,
  previewHint:
    'Sperren, Kontingente und vergebene Namen zeigen sich erst bei der Rücknahme. Sie führt dann auf, was geblieben ist.',
  left: 'Bleiben unverändert',
  putBack: (count) => `Zurückgesetzt: ${formatNumber(count)}`,
  more: 'Mehr anzeigen',
  notShown: (count) => `${entries(count)} mehr`,
  begin: 'Änderungen zurücknehmen',

  running: 'Die Rücknahme läuft.',
  progress: (done, total) =>
    `${formatNumber(done)} von ${formatNumber(total)} ${total === 1 ? 'Element' : 'Elementen'}`,
  goesOn: 'Sie läuft weiter, wenn Sie diesen Dialog schließen.',
  ended: (count, left) => `Fertig: ${entries(count)} zurückgesetzt.${remains(left)}`,
  stopped: (reason) => `Die Rücknahme ist angehalten: ${reason}`,
  resume: 'Fortsetzen',
  takeBack: 'Diese Rücknahme zurücknehmen …',
  notes: 'Unverändert oder unter anderem Namen',
  unnamed: 'Ein Element, das Sie nicht mehr ansehen dürfen',

  noEarlier: 'Noch keine Rücknahmen.',
  number: (id) => `Rücknahme ${String(id)}`,
  own: 'Ihre Änderungen',
  of: (name) => `Änderungen von ${name}`,
  ofDeleted: 'Änderungen eines gelöschten Kontos',
  ofAll: 'Änderungen aller Personen',
  folderAsOf: (time) => `Ein Ordner wie am ${time}`,
  undoOf: (id) => `Rücknahme ${String(id)} zurückgenommen`,
  fromAddress: (ip) => `von ${ip}`,
  oneToken: 'mit einem Token',
  oneFolder: 'in einem Ordner',
  forced: 'auch was andere seitdem geändert haben',
  states: { running: 'Läuft', stopped: 'Angehalten', ended: 'Fertig' },
  stops: {
    disk_full: 'Der Datenträger ist voll.',
    no_longer_administrator: 'Sie sind nicht mehr Administrator.',
    account_disabled: 'Das Konto, das sie begonnen hat, ist deaktiviert.',
  },
  otherStop: (code) => `Siehe das Protokoll des Dienstes (${code}).`,
} satisfies typeof en;
