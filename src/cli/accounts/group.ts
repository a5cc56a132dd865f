import { Command } from 'commander';
import type { Dms } from '../../core/dms.ts';
import { MAX_ADDED_MEMBERS } from '../../core/groups/groups.ts';
import type { Group, GroupRecord, Member } from '../../model/people/group.ts';
import { type CommonFlags, contextOf, OPERATOR, subcommand, withDatabase } from '../command.ts';
import { everyPage } from '../every-page.ts';
import { CommandError, EXIT } from '../terminal/output.ts';
import { table } from '../terminal/table.ts';

/** The command `dms group`. */
export function groupCommand(): Command {
  return new Command('group')
    .description('list, add and remove groups and their members; also while dms serve is running')
    .addCommand(listCommand())
    .addCommand(membersCommand())
    .addCommand(addCommand())
    .addCommand(removeCommand());
}

function listCommand(): Command {
  return subcommand('list', 'list the groups').action(async (flags: CommonFlags) => {
    const context = await contextOf(flags);
    const groups = await withDatabase(context, ({ dms }) =>
      Promise.resolve(everyPage((page) => dms.groups.list(OPERATOR, page))),
    );
    const rows = groups.map(({ id, name, members }) => [String(id), name, String(members)]);
    const text = groups.length === 0 ? 'there are no groups' : table([['ID', 'NAME', 'MEMBERS'], ...rows]);
    context.output.result({ groups: groups.map(groupJson) }, text);
  });
}

function membersCommand(): Command {
  return withName('members', 'list the members of a group').action(
    async (name: string, flags: CommonFlags) => {
      const context = await contextOf(flags);
      const { group, members } = await withDatabase(context, ({ dms }) => {
        const found = existing(dms, name);
        return Promise.resolve({ group: found, members: membersOf(dms, found.id) });
      });
      const rows = members.map((one) => [
        ...[String(one.id), one.login, one.name, one.isDisabled ? 'disabled' : 'enabled'],
      ]);
      const text =
        members.length === 0
          ? `the group "${group.name}" has no members`
          : table([['ID', 'LOGIN', 'NAME', 'STATE'], ...rows]);
      const json = members.map(({ isDisabled, ...one }) => ({ ...one, is_disabled: isDisabled }));
      context.output.result({ group: group.name, members: json }, text);
    },
  );
}

function addCommand(): Command {
  return withName('add', 'add a group, unless it exists, and add users to it')
    .argument('[login...]', 'login names of the users to add')
    .action(async (name: string, logins: readonly string[], flags: CommonFlags) => {
      const context = await contextOf(flags);
      const { group, isNew } = await withDatabase(context, ({ dms }) => add(dms, name, logins));
      const outcome = isNew ? 'added' : 'changed';
      context.output.result({ ...groupJson(group), outcome }, `${group.name}: ${outcome}, ${countOf(group)}`);
    });
}

async function add(dms: Dms, name: string, logins: readonly string[]) {
  const [first, ...further] = slicesOf(logins);
  const known = dms.groups.findByName(OPERATOR, name);
  let group = known
    ? await dms.groups.addMembers(OPERATOR, known.id, first ?? [])
    : await dms.groups.create(OPERATOR, name, first);
  for (const slice of further) group = await dms.groups.addMembers(OPERATOR, group.id, slice);
  return { group, isNew: known === undefined };
}

function removeCommand(): Command {
  return withName('remove', 'remove users from a group, or delete the group')
    .argument('[login...]', 'login names of the users to remove')
    .option('--all', 'delete the group: its members lose what is shared with it')
    .action(
      async (name: string, logins: readonly string[], flags: CommonFlags & { readonly all?: boolean }) => {
        if ((flags.all === true) === logins.length > 0)
          throw new CommandError('name the users to remove, or use --all to delete the group', EXIT.usage);
        const context = await contextOf(flags);
        const result = await withDatabase(context, async ({ dms }) => {
          const { id, name: stored } = existing(dms, name);
          if (flags.all === true) {
            await dms.groups.remove(OPERATOR, id);
            return { id, name: stored, outcome: 'deleted' };
          }
          return { ...groupJson(await removeMembers(dms, id, logins)), outcome: 'changed' };
        });
        context.output.result(result, `${result.name}: ${result.outcome}`);
      },
    );
}

/** Removes users from a group: all of them, or none if one is not a member. */
async function removeMembers(dms: Dms, id: number, logins: readonly string[]): Promise<GroupRecord> {
  const members = new Map(membersOf(dms, id).map((member) => [member.login, member.id]));
  const ids = logins.map((login) => {
    const userId = members.get(login.toLowerCase());
    if (userId === undefined) throw new CommandError(`"${login}" is not a member of the group`);
    return userId;
  });
  await dms.groups.removeMembers(OPERATOR, id, ids);
  return dms.groups.get(OPERATOR, id);
}

function withName(name: string, description: string): Command {
  return subcommand(name, description).argument('<name>', 'name of the group');
}

function existing(dms: Dms, name: string): Group {
  const group = dms.groups.findByName(OPERATOR, name);
  if (!group) throw new CommandError(`there is no group "${name}"`);
  return group;
}

function membersOf(dms: Dms, id: number): readonly Member[] {
  return everyPage((page) => dms.groups.members(OPERATOR, id, page));
}

function slicesOf(logins: readonly string[]): string[][] {
  const count = Math.ceil(logins.length / MAX_ADDED_MEMBERS);
  return Array.from({ length: count }, (_, index) =>
    logins.slice(index * MAX_ADDED_MEMBERS, (index + 1) * MAX_ADDED_MEMBERS),
  );
}

function groupJson({ id, name, members }: GroupRecord) {
  return { id, name, members };
}

function countOf({ members }: GroupRecord): string {
  return members === 1 ? '1 member' : `${String(members)} members`;
}
