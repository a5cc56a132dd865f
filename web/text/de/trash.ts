import type { trashTexts as en } from '../en/trash.ts';
import { formatNumber } from '../format.ts';

/** Texts of the trash. */
export const trashTexts = {
  empty: 'Der Papierkorb ist leer.',
  from: 'Herkunft',
  deletedBy: 'Gelöscht von',
  deleted: 'Gelöscht',
  restore: 'Wiederherstellen',
  restoreTo: 'Wiederherstellen in …',
  restoreHere: 'Hier wiederherstellen',
  purge: 'Endgültig löschen',
  emptyTrash: 'Papierkorb leeren',
  emptyTitle: (count, stay) =>
    count === 1
      ? 'Ein Element endgültig löschen?'
      : `${stay === 0 ? 'Alle ' : ''}${formatNumber(count)} Elemente endgültig löschen?`,
  stay: (count) =>
    count === 1
      ? 'Ein weiteres Element bleibt im Papierkorb: Nur der Eigentümer darf es löschen.'
      : `${formatNumber(count)} weitere Elemente bleiben im Papierkorb: Nur ihre Eigentümer dürfen sie löschen.`,
  kept: (days) => `Wird nach ${days === 1 ? 'einem Tag' : `${formatNumber(days)} Tagen`} endgültig gelöscht`,
  emptied: (purged, left) =>
    `${formatNumber(purged)} endgültig gelöscht. ${formatNumber(left)} übrig, die nur der Eigentümer löschen darf.`,
  onlyOwner: 'Das darf nur der Eigentümer.',
  notReadable: 'Sie können dieses Element nicht mehr lesen.',
  purgeTitle: (count, name) =>
    count === 1 ? `„${name}“ endgültig löschen?` : `${formatNumber(count)} Elemente endgültig löschen?`,
  purgeText:
    'Auch alle Versionen und die Inhalte von Ordnern werden gelöscht. Das lässt sich nicht rückgängig machen.',
  restored: (count, name) =>
    count === 1 ? `„${name}“ wiederhergestellt` : `${formatNumber(count)} Elemente wiederhergestellt`,
  purged: (count) =>
    count === 1 ? 'Endgültig gelöscht' : `${formatNumber(count)} Elemente endgültig gelöscht`,
  failed: (count, reason) =>
    count === 1 ? reason : `${formatNumber(count)} Elemente wurden nicht geändert: ${reason}`,
} satisfies typeof en;
