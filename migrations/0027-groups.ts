import type { Knex } from 'knex';

const TABLES = [
  `CREATE TABLE groups (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE group_members (
    group_id INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (group_id, user_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX group_members_by_user ON group_members (user_id)',
  // As in share_recipients, a group is a recipient of at most one share on an entry.
  `CREATE TABLE share_groups (
    group_id INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    entry_id INTEGER NOT NULL,
    share_id INTEGER NOT NULL,
    PRIMARY KEY (group_id, entry_id),
    FOREIGN KEY (share_id, entry_id) REFERENCES shares (id, entry_id) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX share_groups_by_share ON share_groups (share_id, entry_id)',
  'CREATE INDEX share_groups_by_entry ON share_groups (entry_id)',
  // Each share with each user who receives it, perhaps several times. A share grants nothing to the user who made it: as
  // a member of a group, that user would keep the permissions that allowed the share.
  `CREATE VIEW grants (user_id, entry_id, share_id) AS
    SELECT user_id, entry_id, share_id FROM share_recipients
    UNION ALL
    SELECT m.user_id, g.entry_id, g.share_id FROM share_groups g
      JOIN shares s ON s.id = g.share_id
      JOIN group_members m ON m.group_id = g.group_id AND m.user_id IS NOT s.created_by`,
];

/** True if the user has the entry by another share as well. */
const granted = (userId: string, entryId: string) =>
  `EXISTS (SELECT 1 FROM grants r WHERE r.user_id = ${userId} AND r.entry_id = ${entryId})`;

const NAMELESS = "SELECT RAISE(ABORT, 'a grant needs a name at the mount root')";

/** Deletes the share of an ended row, if it was the last one. */
const LAST = `DELETE FROM shares WHERE id = OLD.share_id
    AND NOT EXISTS (SELECT 1 FROM share_recipients r WHERE r.share_id = OLD.share_id)
    AND NOT EXISTS (SELECT 1 FROM share_groups g WHERE g.share_id = OLD.share_id);`;

const isLeft = (userId: string) =>
  `NOT EXISTS (SELECT 1 FROM grants r WHERE r.share_id = OLD.share_id AND r.user_id = ${userId})`;
const RECIPIENT_LEFT = `
  DELETE FROM mails WHERE share_id = OLD.share_id AND user_id = OLD.user_id AND ${isLeft('OLD.user_id')}; ${LAST}`;
const GROUP_LEFT = `
  DELETE FROM mails WHERE share_id = OLD.share_id
    AND user_id IN (SELECT user_id FROM group_members WHERE group_id = OLD.group_id) AND ${isLeft('mails.user_id')};
  ${LAST}`;
/** Also when another share takes the place of a share: it grants nothing to the member who made it. */
const GROUP_NAMES_LEFT = `UPDATE mount_names SET ended_at = 0 WHERE entry_id = OLD.entry_id AND ended_at IS NULL
    AND user_id IN (SELECT user_id FROM group_members WHERE group_id = OLD.group_id)
    AND NOT ${granted('mount_names.user_id', 'OLD.entry_id')};`;

const TRIGGERS = [
  'DROP TRIGGER share_recipients_ended',
  `CREATE TRIGGER share_recipients_ended AFTER DELETE ON share_recipients
   WHEN NOT ${granted('OLD.user_id', 'OLD.entry_id')}
   BEGIN UPDATE mount_names SET ended_at = 0 WHERE user_id = OLD.user_id AND entry_id = OLD.entry_id; END`,
  'DROP TRIGGER share_recipient_gone',
  'DROP TRIGGER share_recipient_elsewhere',
  `CREATE TRIGGER share_recipient_gone AFTER DELETE ON share_recipients BEGIN ${RECIPIENT_LEFT} END`,
  `CREATE TRIGGER share_recipient_elsewhere AFTER UPDATE OF share_id ON share_recipients BEGIN ${RECIPIENT_LEFT} END`,

  `CREATE TRIGGER share_groups_named BEFORE INSERT ON share_groups
   WHEN EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = NEW.group_id
     AND m.user_id IS NOT (SELECT created_by FROM shares WHERE id = NEW.share_id)
     AND NOT EXISTS (SELECT 1 FROM mount_names n WHERE n.user_id = m.user_id AND n.entry_id = NEW.entry_id))
   BEGIN ${NAMELESS}; END`,
  `CREATE TRIGGER group_members_named BEFORE INSERT ON group_members
   WHEN EXISTS (SELECT 1 FROM share_groups g JOIN shares s ON s.id = g.share_id
     WHERE g.group_id = NEW.group_id AND s.created_by IS NOT NEW.user_id
     AND NOT EXISTS (SELECT 1 FROM mount_names n WHERE n.user_id = NEW.user_id AND n.entry_id = g.entry_id))
   BEGIN ${NAMELESS}; END`,
  `CREATE TRIGGER share_groups_ended AFTER DELETE ON share_groups BEGIN ${GROUP_NAMES_LEFT} END`,
  `CREATE TRIGGER share_groups_replaced AFTER UPDATE OF share_id ON share_groups BEGIN ${GROUP_NAMES_LEFT} END`,
  `CREATE TRIGGER group_members_ended AFTER DELETE ON group_members
   BEGIN UPDATE mount_names SET ended_at = 0 WHERE user_id = OLD.user_id AND ended_at IS NULL
     AND entry_id IN (SELECT entry_id FROM share_groups WHERE group_id = OLD.group_id)
     AND NOT ${granted('OLD.user_id', 'mount_names.entry_id')};
   DELETE FROM mails WHERE user_id = OLD.user_id
     AND share_id IN (SELECT share_id FROM share_groups WHERE group_id = OLD.group_id)
     AND NOT EXISTS (SELECT 1 FROM grants r WHERE r.share_id = mails.share_id AND r.user_id = OLD.user_id); END`,
  // Before, because the rows of a deleted group are deleted in no certain order: the members lose what was shared.
  `CREATE TRIGGER groups_deleted BEFORE DELETE ON groups
   BEGIN DELETE FROM share_groups WHERE group_id = OLD.id; END`,
  `CREATE TRIGGER share_groups_gone AFTER DELETE ON share_groups BEGIN ${GROUP_LEFT} END`,
  `CREATE TRIGGER share_groups_elsewhere AFTER UPDATE OF share_id ON share_groups BEGIN ${GROUP_LEFT} END`,
];

/** Adds groups of users, which can be recipients of shares (docs/build/contract/groups.md §39). */
export async function up(knex: Knex): Promise<void> {
  for (const statement of [...TABLES, ...TRIGGERS]) await knex.raw(statement);
}
