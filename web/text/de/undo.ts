import type { undoTexts as en } from '../en/undo.ts';
import { formatNumber } from '../format.ts';

function entries(count: number): string {
  return count === 1 ? '1 Element' : `${formatNumber(count)} Elemente`;
}

function remains(count: number): string {
  if (count === 0) return '';
  return ` ${formatNumber(count)} ${count === 1 ? 'bleibt' : 'bleiben'} unverändert.`;
}

/** Texts of an undo of many changes: its preview, its progress and what it left. */
export const undoTexts = {
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
  resume: 'Fortsetzen',
  notes: 'Unverändert oder unter anderem Namen',
  unnamed: 'Ein Element, das Sie nicht mehr ansehen dürfen',
  stopped: (reason) => `Angehalten: ${reason}`,
  // The messages of the service have them.
  stops: new Map<string, string>(),
  otherStop: 'Ein Fehler ist aufgetreten. Einzelheiten stehen im Protokoll des Dienstes.',
} satisfies typeof en;
