import * as z from 'zod';
import { timed } from '../bench/measure.ts';
import { ADMIN, ALL_STAFF, READER, staffLogin } from './office/people.ts';
import { companyFolder, encoded } from './office/places.ts';
import { RARE_WORD } from './office/vocabulary.ts';
import { asked, content, type Row, searchPath, typical } from './rows.ts';
import type { RunningOffice } from './running-office.ts';
import type { Visitor } from './visitor.ts';

/** A member of two groups, to whom the first user's folder is shared by the group of all only. */
const MEMBER = staffLogin(12);
const GROUP_SHARE = `/webdav/${encoded([companyFolder(0, 0)])}/`;

const found = z.object({ data: z.object({ id: z.number() }) });
const groups = z.object({ data: z.array(z.object({ id: z.number() })) });

/** The rows that need groups: what a member does, and what an administrator or a sharer does with the group of all. */
export const GROUP_ROWS: readonly Row[] = [
  {
    title: 'PROPFIND of a share with the group of all, by a member, after a change elsewhere',
    measure: (office) => {
      const [writer, member] = [office.visitor(READER), office.visitor(MEMBER)];
      return typical(async (number) => {
        await writer.put('/webdav/neu.txt', content(number));
        return timed(() => member.list(GROUP_SHARE));
      });
    },
  },
  {
    title: 'search of a member, rare word',
    measure: (office) => asked(office, MEMBER, searchPath(RARE_WORD)),
  },
  {
    title: 'list of the shares of a member',
    measure: (office) => asked(office, MEMBER, '/api/shares?per_page=10'),
  },
  { title: 'adding a member to the group of all', measure: addMember },
  { title: 'sharing a folder with the group of all', measure: shareWithAll },
];

async function addMember(office: RunningOffice): Promise<number> {
  const [admin, reader] = [office.visitor(ADMIN), office.visitor(READER)];
  const { id: userId } = await data(reader, 'GET', '/api/account');
  const groupId = await idOfAll(admin);
  const path = `/api/groups/${groupId}/members`;
  return typical(async () => {
    const ms = await timed(() => data(admin, 'POST', path, { users: [READER] }));
    await admin.ask('DELETE', `${path}/${String(userId)}`);
    return ms;
  });
}

async function shareWithAll(office: RunningOffice): Promise<number> {
  const reader = office.visitor(READER);
  const { id: folderId } = await data(reader, 'POST', '/api/folders', { name: 'Für alle', folder_id: 0 });
  return typical(async () => {
    let share = 0;
    const ms = await timed(async () => {
      const body = { folder_id: folderId, groups: [ALL_STAFF], permissions: 1 };
      share = (await data(reader, 'POST', '/api/shares', body)).id;
    });
    await reader.ask('DELETE', `/api/shares/${String(share)}`);
    return ms;
  });
}

async function idOfAll(admin: Visitor): Promise<string> {
  const { body } = await admin.ask('GET', `/api/groups?q=${ALL_STAFF}`);
  return String(groups.parse(JSON.parse(body.toString())).data[0]?.id ?? 0);
}

/** @returns the created or found object */
async function data(visitor: Visitor, method: string, path: string, sent?: object) {
  const headers = { 'Content-Type': 'application/json' };
  const request = sent === undefined ? {} : { headers, body: Buffer.from(JSON.stringify(sent)) };
  const { body } = await visitor.ask(method, path, request);
  return found.parse(JSON.parse(body.toString())).data;
}
