import { setTimeout as pause } from 'node:timers/promises';
import { basic, Caller } from '../waits/caller.ts';
import { measureWaits } from '../waits/probe.ts';
import { ADDRESS, GUEST_OF_ALL, KEEPER, PASSWORD, READER, staffLogin, tokenOf } from './office/people.ts';
import { TREE_IN_TRASH, TREE_TO_COPY } from './office/places.ts';
import type { Shape } from './office/shape.ts';
import { COMMON_BEGINNING, COMMON_WORD } from './office/vocabulary.ts';
import { searchPath } from './rows.ts';
import { HOUSEKEEPING_AFTER_MS, type RunningOffice } from './running-office.ts';

/** Work that takes the server long. */
export interface LongWork {
  readonly title: (shape: Shape) => string;
  /** True: the server is started anew for it. */
  readonly isAfterStart?: true;
  /**
   * @param deadline as of `performance.now()`: what can, ends then
   * @returns what else is to be said of it
   */
  readonly run: (office: RunningOffice, shape: Shape, deadline: number) => Promise<string>;
}

/** How long a work took, and how long another user waited for a small document meanwhile, in milliseconds. */
export interface Besides {
  readonly answeredMs: number;
  /** Until the server had nothing more to do. */
  readonly overMs: number;
  readonly longestMs: number;
  readonly notes: string;
}

/** How the notes of a work begin that the server did not do. */
export const FAILED = 'FAILED';
/** After this time a work is given up. */
const LONGEST_MS = 6 * 60_000;
const DRIVES = 200;
/** A drive that was refused asks again after this time. */
const AGAIN_MS = 1000;

/** In this order: the last ones need what those before them have done. */
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

/** Does the work, while another user gets a small document again and again. */
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

/** Asks with the password until it is accepted, as a drive does. @returns how often it was refused */
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
