import { setTimeout as pause } from 'node:timers/promises';
import { basic, Caller } from '../latency/caller.ts';
import { measureWaits } from '../latency/probe.ts';
import { ADDRESS, GUEST_OF_ALL, KEEPER, PASSWORD, READER, staffLogin, tokenOf } from './office/people.ts';
import { TREE_IN_TRASH, TREE_TO_COPY } from './office/places.ts';
import type { Shape } from './office/shape.ts';
import { COMMON_BEGINNING, COMMON_WORD } from './office/vocabulary.ts';
import { searchPath } from './rows.ts';
import { HOUSEKEEPING_AFTER_MS, type RunningOffice } from './running-office.ts';

/** An operation that takes the server a long time. */
export interface LongWork {
  readonly title: (shape: Shape) => string;
  /** True: the server is restarted for it. */
  readonly isAfterStart?: true;
  /**
   * @param deadline in terms of `performance.now()`; work that can stop stops then
   * @returns additional notes for the report
   */
  readonly run: (office: RunningOffice, shape: Shape, deadline: number) => Promise<string>;
}

/**
 * Duration of an operation, and how long another user waited for a small document during that time, in milliseconds.
 */
export interface Besides {
  readonly answeredMs: number;
  /** Time until the server was idle again. */
  readonly overMs: number;
  readonly longestMs: number;
  readonly notes: string;
}

/** Prefix of the notes of an operation that failed. */
export const FAILED = 'FAILED';
/** An operation is abandoned after this time. */
const LONGEST_MS = 6 * 60_000;
const DRIVES = 200;
/** Retry interval of a drive that was refused. */
const AGAIN_MS = 1000;

/** The order matters: the last operations depend on the results of earlier ones. */
export const LONG_WORKS: readonly LongWork[] = [
  { title: () => 'nothing', run: () => pause(3000, '') },
  search(`search for ${COMMON_WORD}`, READER, COMMON_WORD),
  search(`search for ${COMMON_BEGINNING}`, READER, COMMON_BEGINNING),
  search(`search for ${COMMON_WORD}, with the most shares`, GUEST_OF_ALL, COMMON_WORD),
  {
    title: ({ treeDocuments }) => `COPY of ${treeDocuments.toLocaleString('en')} documents`,
    run: async (office) => {
      await office
        .visitor(KEEPER)
        .transfer('COPY', `/webdav/${TREE_TO_COPY}/`, `/webdav/${TREE_TO_COPY}%202/`);
      return '';
    },
  },
  {
    title: ({ treeDocuments }) => `purge of ${treeDocuments.toLocaleString('en')} documents`,
    run: async (office) => {
      const keeper = office.visitor(KEEPER);
      await keeper.ask('DELETE', `/api/trash/${await keeper.deletionOf(TREE_IN_TRASH)}`);
      return '';
    },
  },
  {
    title: () => 'housekeeping after the purge: sweep of contents',
    isAfterStart: true,
    run: async (office, _shape, deadline) => {
      const start = await office.timeOf('serving', deadline);
      const done = await office.timeOf('housekeeping done', deadline);
      if (start === undefined || done === undefined) return 'not over by then: given up';
      const seconds = (done - start - HOUSEKEEPING_AFTER_MS) / 1000;
      return `${seconds.toFixed(1)} s, begun ${String(HOUSEKEEPING_AFTER_MS / 1000)} s after the start`;
    },
  },
  {
    title: ({ users }) => `sign-in of ${String(drivesOf(users))} drives after a start`,
    isAfterStart: true,
    run: async (office, { users }, deadline) => {
      const refusals = await Promise.all(
        Array.from({ length: drivesOf(users) }, (_, number) =>
          signIn(office.port, staffLogin(number), deadline),
        ),
      );
      return `${String(refusals.reduce((sum, count) => sum + count, 0))} refused with 429`;
    },
  },
];

/** Performs the operation, while another user requests a small document repeatedly. */
export async function measureBeside(office: RunningOffice, shape: Shape, work: LongWork): Promise<Besides> {
  const caller = new Caller(office.port, basic(READER, tokenOf(READER)), ADDRESS);
  try {
    await caller.must('GET', '/webdav/plan.txt');
    let isOver = false;
    const waiting = measureWaits(caller, () => isOver);
    const begin = performance.now();
    const deadline = begin + LONGEST_MS;
    const said = await work
      .run(office, shape, deadline)
      .catch((error: unknown) => `${FAILED}: ${String(error)}`);
    const answeredMs = performance.now() - begin;
    const overMs = (await office.idle(deadline)) - begin;
    isOver = true;
    const { longestMs, failed } = await waiting;
    const refused = [...failed].map(([status, count]) => `${String(count)} × ${String(status)} to the other`);
    const notes = [said, ...refused].filter((text) => text !== '').join(', ');
    return { answeredMs, overMs, longestMs, notes };
  } finally {
    caller.close();
  }
}

function search(title: string, login: string, text: string): LongWork {
  return {
    title: () => title,
    run: async (office) => {
      const { body } = await office.visitor(login).ask('GET', searchPath(text));
      const [, total = '?'] = /"total":(\d+)/.exec(body.toString()) ?? [];
      return `${total} found`;
    },
  };
}

function drivesOf(users: number): number {
  return Math.min(DRIVES, Math.floor(users / 2));
}

/** Retries with the password until it is accepted, like a drive. @returns the number of refusals */
async function signIn(port: number, login: string, deadline: number): Promise<number> {
  const drive = new Caller(port, basic(login, PASSWORD), ADDRESS);
  try {
    for (let refusals = 0; performance.now() < deadline; refusals += 1) {
      const { status, text } = await drive.ask('PROPFIND', '/webdav/', { headers: { Depth: '0' } });
      if (status === 207) return refusals;
      if (status !== 429) throw new Error(`sign-in of ${login}: ${String(status)} ${text.slice(0, 200)}`);
      await pause(AGAIN_MS);
    }
    throw new Error(`sign-in of ${login}: refused until it was given up`);
  } finally {
    drive.close();
  }
}
