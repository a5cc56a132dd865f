import * as z from 'zod';
import { requireAdmin } from '../../core/access/access.ts';
import type { Dms } from '../../core/dms.ts';
import { MAX_ADDED_MEMBERS, MAX_GROUP_NAME_CHARACTERS } from '../../core/groups/groups.ts';
import type { Group, GroupRecord } from '../../model/people/group.ts';
import {
  actorOf,
  dataOf,
  deleted,
  idOf,
  messageText,
  must,
  pageOf,
  pageOfData,
  paging,
  pathNumberOf,
  recordId,
  sendCreated,
  sendData,
  sendPage,
  singleLine,
  timestamp,
  timestampJson,
} from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { beginnings } from './people.ts';

const range = { minimum: 1, maximum: MAX_ADDED_MEMBERS };
const logins = z
  .array(z.string(), must('not_logins', range))
  .max(MAX_ADDED_MEMBERS, must('not_logins', range))
  .describe('Login names.');
const name = singleLine(MAX_GROUP_NAME_CHARACTERS).describe('Unique; case does not matter.');

/** Schema of a group (docs/build/contract/groups.md §39). */
const group = z
  .strictObject({
    id: recordId,
    name: z.string(),
    members: z
      .int()
      .min(0)
      .nullable()
      .describe('Number of members. Null with `q`: the caller need not be a member.'),
    created_at: timestamp,
  })
  .meta({ id: 'Group' });

const member = z
  .strictObject({ id: recordId, login: z.string(), name: z.string(), is_disabled: z.boolean() })
  .meta({ id: 'GroupMember' });

function groupJson(record: Group & Partial<GroupRecord>): z.input<typeof group> {
  const { id, members = null, createdAt } = record;
  return { id, name: record.name, members, created_at: timestampJson(createdAt) };
}

const filters = paging
  .extend({
    q: beginnings.optional(),
    mine: z
      .enum(['0', '1'], must('not_one_of_two', { first: '0', second: '1' }))
      .default('0')
      .describe(
        '`1`: only the groups of which the caller is a member, also for administrators. Not with `q`.',
      ),
  })
  .superRefine(({ q, mine }, context) => {
    if (q === undefined || mine === '0') return;
    context.addIssue({ code: 'custom', path: ['mine'], message: messageText('not_with_q') });
  });

function listOperation(dms: Dms) {
  return operation({
    summary: 'List groups',
    description:
      'By name: all groups for administrators, else those of the caller. With `q`: at most 20 groups to share with. ' +
      'Each word of `q` must be the beginning of a word in the name, or `q` the whole name; only the latter with the ' +
      'configuration `people.search: exact`, except for the groups that the caller sees without `q`.',
    query: filters,
    responses: { 200: pageOfData(group) },
    handle: (req, res, { query }) => {
      const actor = actorOf(req);
      const { q, mine, ...rest } = query();
      const page = pageOf(rest);
      if (q === undefined) {
        sendPage(res, page, dms.groups.list(actor, page, mine === '1'), groupJson);
        return;
      }
      const found = dms.groups.find(actor, q);
      const start = (page.page - 1) * page.perPage;
      const items = found.slice(start, start + page.perPage);
      sendPage(res, page, { items, total: found.length }, groupJson);
    },
  });
}

function memberOperations(dms: Dms) {
  return {
    members: operation({
      summary: 'List the members of a group',
      description: 'By login. For administrators and the members of the group.',
      query: paging,
      responses: { 200: pageOfData(member) },
      handle: (req, res, { query }) => {
        const { id } = dms.groups.get(actorOf(req), idOf(req));
        const page = pageOf(query());
        sendPage(res, page, dms.groups.members(actorOf(req), id, page), (one) => ({
          ...{ id: one.id, login: one.login, name: one.name, is_disabled: one.isDisabled },
        }));
      },
    }),

    addMembers: operation({
      summary: 'Add members to a group',
      description:
        'For administrators. The members receive what is shared with the group. Users who are members already stay.',
      body: z.strictObject({ users: logins.min(1, must('not_logins', range)) }),
      responses: { 200: dataOf(group) },
      handle: async (req, res, { body }) => {
        requireAdmin(actorOf(req));
        const { id } = dms.groups.get(actorOf(req), idOf(req));
        sendData(res, groupJson(await dms.groups.addMembers(actorOf(req), id, body().users)));
      },
    }),

    removeMember: operation({
      summary: 'Remove a member from a group',
      description:
        'For administrators. The user loses what is shared with the group, unless it is also shared with them otherwise.',
      responses: { 200: deleted },
      handle: async (req, res) => {
        requireAdmin(actorOf(req));
        const id = pathNumberOf(req, 'member');
        await dms.groups.removeMembers(actorOf(req), idOf(req), [id]);
        sendData(res, { id });
      },
    }),
  } satisfies Operations;
}

/** Operations of `/api/groups`. Only administrators change groups; the checks come before the input is parsed. */
export function groupOperations(dms: Dms) {
  return {
    list: listOperation(dms),

    create: operation({
      summary: 'Create a group',
      description: 'For administrators.',
      body: z.strictObject({ name, users: logins.default([]) }),
      responses: { 201: dataOf(group) },
      handle: async (req, res, { body }) => {
        requireAdmin(actorOf(req));
        const { name: wanted, users } = body();
        sendCreated(res, groupJson(await dms.groups.create(actorOf(req), wanted, users)));
      },
    }),

    get: operation({
      summary: 'Read a group',
      description: 'For administrators and the members of the group.',
      responses: { 200: dataOf(group) },
      handle: (req, res) => {
        sendData(res, groupJson(dms.groups.get(actorOf(req), idOf(req))));
      },
    }),

    update: operation({
      summary: 'Rename a group',
      description: 'For administrators.',
      body: z.strictObject({ name }),
      responses: { 200: dataOf(group) },
      handle: async (req, res, { body }) => {
        requireAdmin(actorOf(req));
        const { id } = dms.groups.get(actorOf(req), idOf(req));
        sendData(res, groupJson(await dms.groups.rename(actorOf(req), id, body().name)));
      },
    }),

    remove: operation({
      summary: 'Delete a group',
      description: 'For administrators. The members lose what is shared with the group.',
      responses: { 200: deleted },
      handle: async (req, res) => {
        requireAdmin(actorOf(req));
        const id = idOf(req);
        await dms.groups.remove(actorOf(req), id);
        sendData(res, { id });
      },
    }),

    ...memberOperations(dms),
  } satisfies Operations;
}
