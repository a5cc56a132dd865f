import type { groupsTexts as en } from '../en/groups.ts';
import { formatNumber } from '../format.ts';

/** Texts about groups: their members, the user's own groups, and their administration. */
export const groupsTexts = {
  members: 'Mitglieder',
  membersOf: (name) => `Mitglieder von ${name}`,
  noMembers: 'Diese Gruppe hat keine Mitglieder.',
  disabled: 'deaktiviert',
  more: 'Mehr anzeigen',
  gone: 'Diese Gruppe gibt es nicht mehr.',

  own: 'Ihre Gruppen',
  ownHint: 'Sie haben Zugriff auf alles, was mit diesen Gruppen geteilt ist.',

  title: 'Gruppen',
  hint: 'Dokumente und Ordner lassen sich mit einer Gruppe teilen. Jedes Mitglied hat dann Zugriff.',
  none: 'Es gibt noch keine Gruppen.',
  back: 'Alle Gruppen',
  make: 'Neue Gruppe',
  name: 'Name der Gruppe',
  created: (name) => `Die Gruppe „${name}“ ist angelegt`,
  renameTitle: (name) => `${name} umbenennen`,
  delete: 'Gruppe löschen',
  deleteTitle: (name) => `Die Gruppe ${name} löschen?`,
  deleteText: (members) =>
    `${members === 1 ? 'Ihr Mitglied verliert' : `Ihre ${formatNumber(members)} Mitglieder verlieren`} den Zugriff auf alles, was mit ihr geteilt ist. Konten und Dokumente bleiben. Das lässt sich nicht rückgängig machen.`,
  deleted: (name) => `Die Gruppe „${name}“ ist gelöscht`,
  add: 'Personen hinzufügen',
  addTitle: (name) => `Personen zu ${name} hinzufügen`,
  noPeople: 'Wählen Sie mindestens eine Person.',
  added: (name) => `Zu ${name} hinzugefügt`,
  remove: 'Aus der Gruppe entfernen',
  removed: (member, group) => `${member} ist nicht mehr in ${group}`,
} satisfies typeof en;
