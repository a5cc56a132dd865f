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
      ? 'Ein weiteres bleibt: Das kann nur löschen, wem es gehört.'
      : `${formatNumber(count)} weitere bleiben: Die bleiben: Nur der Eigentümer darf sie löschen.`,
  kept: (days) => `Wird nach ${days === 1 ? 'einem Tag' : `${formatNumber(days)} Tagen`} endgültig gelöscht`,
  emptied: (purged, left) =>
    `${formatNumber(purged)} endgültig gelöscht; ${formatNumber(left)} bleiben: Nur der Eigentümer darf sie löschen`,
  onlyOwner: 'Das darf nur der Eigentümer.',
  purgeTitle: (count, name) =>
    count === 1 ? `„${name}“ endgültig löschen?` : `${formatNumber(count)} Elemente endgültig löschen?`,
  purgeText: 'Mit allen Versionen und allem, was in Ordnern liegt. Das lässt sich nicht rückgängig machen.',
  restored: (count, name) =>
    count === 1 ? `„${name}“ ist wieder da` : `${formatNumber(count)} Elemente sind wieder da`,
  purged: (count) =>
    count === 1 ? 'Endgültig gelöscht' : `${formatNumber(count)} Elemente endgültig gelöscht`,
  failed: (count, reason) =>
    count === 1 ? reason : `${formatNumber(count)} Elemente bleiben, wie sie waren: ${reason}`,
} satisfies typeof en;
