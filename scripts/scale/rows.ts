import { median, requireResponses, timed } from '../bench/measure.ts';
import { ADMIN, GUEST_OF_ALL, KEEPER, READER, staffLogin } from './office/people.ts';
import { companyFolder, DESK, encoded, HUNDRED, LARGE_FOLDER, PLAN } from './office/places.ts';
import { COMMON_WORD, RARE_WORD } from './office/vocabulary.ts';
import type { RunningOffice } from './running-office.ts';

/** A row of the table that compares the offices. It sends the same requests to both. */
export interface Row {
  readonly title: string;
  /** @returns the median of several measurements, in milliseconds @throws {WrongAnswer} */
  readonly measure: (office: RunningOffice) => Promise<number>;
}

const MOST = 50;
/** After this time, a row is not measured again. */
const LONG_MS = 5000;
const HOUR_MS = 3_600_000;

const PLAN_PATH = `/webdav/${PLAN.name}`;
const DESK_PATH = `/webdav/${DESK}`;
const HUNDRED_PATH = `/webdav/${HUNDRED.name}/`;
const MOVED_PATH = `/webdav/${HUNDRED.name}%202/`;
const MOUNT_PATH = `/webdav/${encoded([companyFolder(0, 0)])}/`;

/** All rows except the start and those of groups. The last row changes the office. */
export const ROWS: readonly Row[] = [
  { title: 'GET 4 KiB', measure: (office) => asked(office, READER, PLAN_PATH) },
  {
    title: 'PUT 4 KiB, a new document',
    measure: (office) => {
      const reader = office.visitor(READER);
      return typical((number) =>
        timed(() => reader.put(`${DESK_PATH}/${String(number)}.txt`, content(number))),
      );
    },
  },
  {
    title: 'PROPFIND depth 1 of 100, after a change in it',
    measure: (office) => listHundred(office, [READER, `${HUNDRED_PATH}neu.txt`]),
  },
  {
    title: 'PROPFIND depth 1 of 100, after a change by another elsewhere',
    measure: (office) => listHundred(office, [KEEPER, `${DESK_PATH}/neu.txt`]),
  },
  { title: 'PROPFIND depth 1 of 100, unchanged', measure: (office) => listHundred(office) },
  {
    title: 'PROPFIND of a share of the one with the most, after a change elsewhere',
    measure: (office) => listMount(office, true),
  },
  {
    title: 'PROPFIND of a share of the one with the most, unchanged',
    measure: (office) => listMount(office, false),
  },
  {
    title: 'PROPFIND of their root, which lists all their shares, after a change elsewhere',
    measure: (office) => listMount(office, true, '/webdav/'),
  },
  {
    title: 'MOVE of a folder of 100',
    measure: (office) => {
      const reader = office.visitor(READER);
      return typical(async () => {
        const ms = await timed(() => reader.transfer('MOVE', HUNDRED_PATH, MOVED_PATH));
        await reader.transfer('MOVE', MOVED_PATH, HUNDRED_PATH);
        return ms;
      });
    },
  },
  {
    title: 'DELETE of a folder of 100, to the trash',
    measure: (office) => {
      const reader = office.visitor(READER);
      return typical(async () => {
        await reader.transfer('COPY', HUNDRED_PATH, MOVED_PATH);
        return timed(() => reader.ask('DELETE', MOVED_PATH));
      });
    },
  },
  {
    title: 'list of the trash of the one with the most',
    measure: (office) => asked(office, KEEPER, '/api/trash?per_page=10'),
  },
  {
    title: 'list of the shares of the one with the most',
    measure: (office) => asked(office, GUEST_OF_ALL, '/api/shares?per_page=10'),
  },
  { title: 'activity', measure: (office) => asked(office, READER, activity()) },
  { title: 'activity, one action', measure: (office) => asked(office, READER, activity('&action=upload')) },
  {
    title: 'activity of the one with the most shares',
    measure: (office) => asked(office, GUEST_OF_ALL, activity()),
  },
  {
    title: 'activity of the one with the most shares, one action',
    measure: (office) => asked(office, GUEST_OF_ALL, activity('&action=upload')),
  },
  { title: 'activity of all', measure: (office) => asked(office, ADMIN, activity()) },
  {
    title: 'activity of all, one action',
    measure: (office) => asked(office, ADMIN, activity('&action=upload')),
  },
  { title: 'search, rare word', measure: (office) => asked(office, READER, searchPath(RARE_WORD)) },
  {
    title: 'search, word of a third of all documents',
    measure: (office) => asked(office, READER, searchPath(COMMON_WORD)),
  },
  { title: 'list of a folder of 1 % of all documents', measure: (office) => listLarge(office, '') },
  {
    title: 'list of a folder of 1 % of all documents, at a time',
    measure: (office) => listLarge(office, `&at=${new Date(Date.now() - HOUR_MS).toISOString()}`),
  },
  {
    title: 'PROPFIND of a share of theirs that has another name, as a folder of their own has its name',
    measure: async (office) => {
      const name = await displace(office);
      return listMount(office, true, `/webdav/${encoded([name])}/`);
    },
  },
];

async function listLarge(office: RunningOffice, query: string): Promise<number> {
  const owner = staffLogin(1);
  const { body } = await office.visitor(owner).ask('GET', '/api/folders/0/contents?type=folder&per_page=200');
  const [, id] =
    new RegExp(`"id":(\\d+),"folder_id":\\w+,"name":"${LARGE_FOLDER}"`).exec(body.toString()) ?? [];
  if (id === undefined) throw new Error(`"${LARGE_FOLDER}" is missing`);
  return asked(office, owner, `/api/folders/${id}/contents?per_page=10${query}`);
}

/** Path of a search in everything that the user can reach. */
export function searchPath(text: string): string {
  return `/api/folders/0/search?per_page=10&q=${encodeURIComponent(text)}`;
}

function activity(filter = ''): string {
  return `/api/activity?per_page=10${filter}`;
}

/** The duration of a GET by a user. */
export async function asked(office: RunningOffice, login: string, path: string): Promise<number> {
  const visitor = office.visitor(login);
  return typical(() => timed(() => visitor.ask('GET', path)));
}

/** @param changed login of a user who writes before each listing, and the path that this user writes to */
async function listHundred(
  office: RunningOffice,
  changed?: readonly [login: string, path: string],
): Promise<number> {
  const reader = office.visitor(READER);
  const { body } = await reader.list(HUNDRED_PATH);
  requireResponses(HUNDRED_PATH, body, HUNDRED.documents + 1);
  const [login, path] = changed ?? [];
  if (login === undefined || path === undefined) return typical(() => timed(() => reader.list(HUNDRED_PATH)));
  const writer = office.visitor(login);
  const ms = await typical(async (number) => {
    await writer.put(path, content(number));
    return timed(() => reader.list(HUNDRED_PATH));
  });
  await writer.ask('DELETE', path);
  return ms;
}

async function listMount(office: RunningOffice, isChanged: boolean, path = MOUNT_PATH): Promise<number> {
  const [reader, guest] = [office.visitor(READER), office.visitor(GUEST_OF_ALL)];
  return typical(async (number) => {
    if (isChanged) await reader.put(`${DESK_PATH}/neu.txt`, content(number));
    return timed(() => guest.list(path));
  });
}

/**
 * Creates a folder in the home of the user with the most shares, with the same name as one of these shares. This is
 * possible while the shared folder is in the trash.
 * @returns the name of the share afterwards
 */
async function displace(office: RunningOffice): Promise<string> {
  const [owner, guest] = [office.visitor(staffLogin(1)), office.visitor(GUEST_OF_ALL)];
  const name = companyFolder(1, 0);
  await owner.ask('DELETE', `/webdav/${encoded(['Kunden', name])}/`);
  await guest.ask('MKCOL', `/webdav/${encoded([name])}/`);
  const headers = { 'Content-Type': 'application/json' };
  const path = `/api/trash/${await owner.deletionOf(name)}/restore`;
  await owner.ask('POST', path, { headers, body: Buffer.from('{}') });
  return `${name} (2)`;
}

/** 4 KiB of content, different for each number. */
export function content(number: number): Buffer {
  return Buffer.alloc(PLAN.bytes, `new content ${String(number)} of ${String(performance.now())}\n`);
}

/** @returns the median of several measurements, after one for warming up */
export async function typical(measure: (number: number) => Promise<number>): Promise<number> {
  const values: number[] = [];
  await measure(MOST);
  const end = performance.now() + LONG_MS;
  do values.push(await measure(values.length));
  while (values.length < MOST && performance.now() < end);
  return median(values);
}
