import { setTimeout as pause } from 'node:timers/promises';
import { contentOf } from '../contents.ts';
import { makeFolder } from '../fixtures.ts';
import { type Session, unexpected, WRITTEN } from '../session.ts';
import { unchangedListings } from './listing-rows.ts';
import type { Row } from './row.ts';
import { reads, stats } from './small-rows.ts';

const WRITES_PER_SECOND = 50;
const FOLDER = 'beside';
/** Number of files that are overwritten in turn. */
const OVERWRITTEN = 16;
/** The other rows use the connections with lower numbers. */
const CONNECTION = 8;

/** Rows that measure requests while 50 files per second are written to another folder. */
export const UNDER_WRITE_LOAD_ROWS: readonly Row[] = [
  {
    name: 'get8beside',
    title: 'GET 4 KiB, 8 connections, beside 50 PUT a second elsewhere',
    unit: '/s',
    targets: [],
    measure: (session) => underWriteLoad(session, () => reads(session)),
  },
  {
    name: 'stat8beside',
    title: 'PROPFIND depth 0, 8 connections, beside the same',
    unit: '/s',
    targets: [],
    measure: (session) => underWriteLoad(session, () => stats(session)),
  },
  {
    name: 'relist10000beside',
    title: 'PROPFIND depth 1, 10,000 entries, unchanged, beside the same',
    unit: 'ms',
    targets: [],
    measure: (session) => underWriteLoad(session, () => unchangedListings(session, 10_000)),
  },
];

/** Runs `work` while files are being written. @throws {WrongAnswer} if a file cannot be written */
async function underWriteLoad<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.fixture(FOLDER, () => makeFolder(session, FOLDER));
  const state = { isWorking: true };
  const writing = (async () => {
    for (let number = 0; state.isWorking; number++) {
      const path = `${FOLDER}/f${number % OVERWRITTEN}`;
      const body = contentOf(session.nextNumber());
      const [answer] = await Promise.all([
        session.connection(CONNECTION).send(session.request('PUT', path, { body })),
        pause(1000 / WRITES_PER_SECOND),
      ]);
      if (!WRITTEN.includes(answer.status)) throw unexpected(`PUT ${path}`, answer);
    }
  })();
  try {
    return await work();
  } finally {
    state.isWorking = false;
    await writing;
  }
}
