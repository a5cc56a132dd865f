import { formatNumber } from '../format.ts';
/** Texts about groups: their members, the user's own groups, and their administration. */
export const groupsTexts = {
  members: 'Members',
  membersOf: (name: string) => `Members of ${name}`,
  noMembers: 'This group has no members.',
  disabled: 'disabled',
  more: 'Show more',
  gone: 'This group no longer exists.',

  own: 'Your groups',
  ownHint: 'You have access to everything that is shared with these groups.',

  title: 'Groups',
  hint: 'Users can share documents and folders with a group. Each member then has access.',
  none: 'There are no groups yet.',
  back: 'All groups',
  make: 'New group',
  name: 'Name of the group',
  created: (name: string) => `The group “${name}” is created`,
  renameTitle: (name: string) => `Rename ${name}`,
  delete: 'Delete group',
  deleteTitle: (name: string) => `Delete the group ${name}?`,
  deleteText: (members: number) =>
    `${members === 1 ? 'Its member loses' : `Its ${formatNumber(members)} members lose`} the access to everything that is shared with it. Accounts and documents stay. This cannot be undone.`,
  deleted: (name: string) => `The group “${name}” is deleted`,
  add: 'Add people',
  addTitle: (name: string) => `Add people to ${name}`,
  noPeople: 'Choose at least one person.',
  added: (name: string) => `Added to ${name}`,
  remove: 'Remove from the group',
  removed: (member: string, group: string) => `${member} is no longer in ${group}`,
};
