import type { Outgoing } from '../connection.ts';
import { contentOf, RANGE_BYTES, rangeOf } from '../contents.ts';
import { LARGE, largeFile, makeFolder, smallContent, smallFiles, smallPath } from '../fixtures.ts';
import { isSample, type Job, requestRate, requireResponses } from '../measure.ts';
import { requireContent, type Session, WRITTEN, WrongAnswer } from '../session.ts';
import { atLeast, type Row } from './row.ts';

/** Number of files that are overwritten in turn. */
const OVERWRITTEN = 16;
const PROPERTIES = Buffer.from(
  '<?xml version="1.0" encoding="utf-8"?><D:propfind xmlns:D="DAV:"><D:prop><D:resourcetype/>' +
    '<D:displayname/><D:getcontentlength/><D:getlastmodified/><D:getetag/></D:prop></D:propfind>',
);

const LOCK = {
  headers: { Depth: '0', Timeout: 'Second-600', 'Content-Type': 'application/xml' },
  body: Buffer.from(
    '<?xml version="1.0" encoding="utf-8"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope>' +
      '<D:locktype><D:write/></D:locktype><D:owner>bench</D:owner></D:lockinfo>',
  ),
};
const LOCK_TOKEN = /<(?:\w+:)?locktoken[^>]*>\s*<(?:\w+:)?href>([^<]+)</;

/** Options of a PROPFIND for the five properties that file managers display. */
export function propfindOptions(depth: '0' | '1') {
  return { headers: { Depth: depth, 'Content-Type': 'application/xml' }, body: PROPERTIES };
}

/** Request rate of the bare server. @param status expected status of its responses */
function bareRow(name: string, title: string, status: number, request: (session: Session) => Outgoing): Row {
  return {
    name,
    title: `node:http: ${title}, 8 connections`,
    unit: '/s',
    calibration: true,
    targets: [],
    measure: (session) =>
      requestRate(session, () => ({ connections: 8, status: [status], request: () => request(session) })),
  };
}

/** Rows that measure requests per second. */
export const SMALL_ROWS: readonly Row[] = [
  bareRow('hello', 'hello', 200, (session) => session.request('GET', '')),
  bareRow('bareget', 'as a GET of 4 KiB', 200, (session) => session.request('GET', 'get')),
  bareRow('barestat', 'as a PROPFIND depth 0', 207, (session) =>
    session.request('PROPFIND', 'stat', propfindOptions('0')),
  ),
  {
    name: 'put1',
    title: 'PUT 4 KiB, 1 connection',
    unit: '/s',
    targets: [atLeast(0.5, 'apache')],
    measure: (session) => creations(session, 1),
  },
  {
    name: 'put8',
    title: 'PUT 4 KiB, 8 connections',
    unit: '/s',
    targets: [atLeast(1.2, 'apache')],
    measure: (session) => creations(session, 8),
  },
  {
    name: 'get8',
    title: 'GET 4 KiB, 8 connections',
    unit: '/s',
    targets: [atLeast(0.6, 'node', 'bareget')],
    measure: reads,
  },
  {
    name: 'stat8',
    title: 'PROPFIND depth 0, 8 connections',
    unit: '/s',
    targets: [atLeast(0.45, 'node', 'barestat')],
    measure: stats,
  },
  {
    name: 'overwrite',
    title: 'overwrite 4 KiB, 1 connection',
    unit: '/s',
    targets: [atLeast(1.2, 'rclone')],
    measure: overwrites,
  },
  {
    name: 'mkcol',
    title: 'MKCOL, 1 connection',
    unit: '/s',
    targets: [atLeast(1, 'rclone')],
    measure: newFolders,
  },
  {
    name: 'lock',
    title: 'LOCK and UNLOCK, 1 connection',
    unit: '/s',
    targets: [atLeast(1.5, 'apache')],
    measure: lockings,
  },
  {
    name: 'ranges8',
    title: 'random 64 KiB ranges, 8 connections',
    unit: '/s',
    targets: [atLeast(0.65, 'apache')],
    measure: ranges,
  },
];

/** Every round uploads into a new folder. Before the next round, a sample of the files is read back and compared. */
async function creations(session: Session, connections: number): Promise<number> {
  const written = new Map<string, Buffer>();
  const readBack = async (): Promise<void> => {
    for (const [path, content] of written) {
      const { body } = await session.call('GET', path, [200], { keep: true });
      requireContent(`GET ${path}`, body, content);
    }
    written.clear();
  };
  const rate = await requestRate(session, async (round): Promise<Job> => {
    await readBack();
    const folder = `put${connections}-${round + 1}`;
    await makeFolder(session, folder);
    return {
      connections,
      status: [201],
      request: (number) => {
        const body = contentOf(session.nextNumber());
        const path = `${folder}/f${number}`;
        if (isSample(number)) written.set(path, body);
        return session.request('PUT', path, { body });
      },
    };
  });
  await readBack();
  return rate;
}

/** GET of small files over 8 connections. */
export async function reads(session: Session): Promise<number> {
  await smallFiles(session);
  return requestRate(session, () => ({
    connections: 8,
    status: [200],
    request: (number) => session.request('GET', smallPath(number), { keep: isSample(number) }),
    check: ({ body }, number) => requireContent('GET', body, smallContent(number)),
  }));
}

/** PROPFIND with depth 0 of small files over 8 connections. */
export async function stats(session: Session): Promise<number> {
  await smallFiles(session);
  return requestRate(session, () => ({
    connections: 8,
    status: [207],
    request: (number) =>
      session.request('PROPFIND', smallPath(number), { ...propfindOptions('0'), keep: isSample(number) }),
    check: ({ body }) => requireResponses('PROPFIND', body, 1),
  }));
}

async function overwrites(session: Session): Promise<number> {
  await session.fixture('overwritten', () => makeFolder(session, 'overwritten'));
  let last: { path: string; body: Buffer } | undefined;
  const rate = await requestRate(session, () => ({
    connections: 1,
    status: WRITTEN,
    request: (number) => {
      const path = `overwritten/f${number % OVERWRITTEN}`;
      last = { path, body: contentOf(session.nextNumber()) };
      return session.request('PUT', path, { body: last.body });
    },
  }));
  if (last !== undefined) {
    const { body } = await session.call('GET', last.path, [200], { keep: true });
    requireContent(`GET ${last.path}`, body, last.body);
  }
  return rate;
}

/** Every round creates folders in a new parent folder. */
function newFolders(session: Session): Promise<number> {
  return requestRate(session, async (round): Promise<Job> => {
    const folder = `folders-${round + 1}`;
    await makeFolder(session, folder);
    return {
      connections: 1,
      status: [201],
      request: (number) => session.request('MKCOL', `${folder}/d${number}/`),
    };
  });
}

/** Locks and unlocks a file, as an office program does around each change. Each pair counts as one. */
async function lockings(session: Session): Promise<number> {
  await smallFiles(session);
  let held: { readonly path: string; readonly token: string } | undefined;
  const unlock = () => ({ headers: { 'Lock-Token': `<${held?.token ?? ''}>` } });
  const rate = await requestRate(session, async (): Promise<Job> => {
    // A round may end between LOCK and UNLOCK.
    if (held !== undefined) await session.call('UNLOCK', held.path, [204], unlock());
    held = undefined;
    return {
      connections: 1,
      status: [200, 204],
      request: (number) =>
        held === undefined
          ? session.request('LOCK', smallPath(number), { ...LOCK, keep: true })
          : session.request('UNLOCK', held.path, unlock()),
      note: ({ body }, number) => {
        if (held === undefined) held = { path: smallPath(number), token: tokenIn(body.toString()) };
        else held = undefined;
      },
    };
  });
  return rate / 2;
}

/** @throws {WrongAnswer} */
function tokenIn(body: string): string {
  const token = LOCK_TOKEN.exec(body)?.[1];
  if (token === undefined) throw new WrongAnswer(`LOCK answered no token: ${body}`);
  return token;
}

async function ranges(session: Session): Promise<number> {
  await largeFile(session);
  const maxOffset = session.settings.largeBytes - RANGE_BYTES;
  return requestRate(session, () => {
    const offsets = new Map<number, number>();
    return {
      connections: 8,
      status: [206],
      request: (number) => {
        const offset = Math.floor(Math.random() * maxOffset);
        if (isSample(number)) offsets.set(number, offset);
        const Range = `bytes=${offset}-${offset + RANGE_BYTES - 1}`;
        return session.request('GET', LARGE.path, { headers: { Range }, keep: isSample(number) });
      },
      check: ({ body }, number) =>
        requireContent('GET with Range', body, rangeOf(LARGE.file, offsets.get(number) ?? 0)),
    };
  });
}
