import type { undoTexts as en } from '../en/undo.ts';
import { formatNumber } from '../format.ts';

/** Texts of an undo of many changes: its preview, its progress and what it left. */
export const undoTexts = {
  nothing: 'Hier gibt es nichts wiederherzustellen.',
  all: (count) =>
    count === 1 ? 'Ein Element wird wie damals.' : `Alle ${formatNumber(count)} Elemente werden wie damals.`,
  some: (count, total) => `${formatNumber(count)} von ${formatNumber(total)} Elementen werden wie damals.`,
  staysAsIs: (count) =>
    count === 1
      ? 'Ein Element bleibt, wie es ist:'
      : `${formatNumber(count)} Elemente bleiben, wie sie sind:`,
  running: (done, total) =>
    total === 0
      ? 'Die Änderungen werden gelesen …'
      : `${formatNumber(done)} von ${formatNumber(total)} Elementen …`,
  goesOn: 'Der Dienst arbeitet weiter, wenn Sie dieses Fenster schließen.',
  progress: 'Fortschritt',
  ended: (count) =>
    count === 0
      ? 'Nichts wurde geändert.'
      : count === 1
        ? 'Ein Element ist wie damals.'
        : `${formatNumber(count)} Elemente sind wie damals.`,
  endedAgain: (count) =>
    count === 1 ? 'Ein Element ist wie zuvor.' : `${formatNumber(count)} Elemente sind wie zuvor.`,
  notes: 'Nicht ganz so wie vorgesehen:',
  noName: 'Ein Element, das Sie nicht ansehen dürfen',
  moreNotes: 'Weitere anzeigen',
  andOthers: (count) => (count === 1 ? 'und ein weiteres' : `und ${formatNumber(count)} weitere`),
  stopped: (reason) => `Angehalten: ${reason}`,
  resume: 'Fortsetzen',
  takeBack: 'Rückgängig machen',
  stops: {
    disk_full: 'Die Festplatte des Servers ist voll.',
    disk_unusable: 'Der Server kann seine Festplatte gerade nicht verwenden.',
    no_longer_administrator: 'Sie haben keine Administratorrechte mehr.',
  },
  otherStop: 'Ein Fehler ist aufgetreten. Einzelheiten stehen im Protokoll des Dienstes.',
} satisfies typeof en;
