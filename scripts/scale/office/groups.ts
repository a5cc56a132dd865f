import type BetterSqlite from 'better-sqlite3';
import { groupKey } from '../../../src/model/people/group.ts';
import { ALL_STAFF, departmentName } from './people.ts';
import type { Shape } from './shape.ts';

/** A group of staff users. */
export interface OfficeGroup {
  readonly id: number;
  /** User ids. */
  readonly members: readonly number[];
}

/**
 * Writes the groups of an office: each staff user is in one department, and all are in the group {@link ALL_STAFF}.
 * @returns the departments, then the group of all
 */
export function writeGroups(
  sqlite: BetterSqlite.Database,
  { groups }: Pick<Shape, 'groups'>,
  { staff, at }: { readonly staff: readonly number[]; readonly at: number },
): readonly OfficeGroup[] {
  const insertGroup = sqlite.prepare<[string, string, number]>(
    'INSERT INTO groups (name, name_key, created_at) VALUES (?, ?, ?)',
  );
  const insertMember = sqlite.prepare<[number, number]>(
    'INSERT INTO group_members (group_id, user_id) VALUES (?, ?)',
  );
  const write = (name: string, members: readonly number[]): OfficeGroup => {
    const id = Number(insertGroup.run(name, groupKey(name), at).lastInsertRowid);
    for (const member of members) insertMember.run(id, member);
    return { id, members };
  };
  const departments = groups - 1;
  const written = Array.from({ length: departments }, (_, number) =>
    write(
      departmentName(number),
      staff.filter((_id, index) => index % departments === number),
    ),
  );
  return [...written, write(ALL_STAFF, staff)];
}
