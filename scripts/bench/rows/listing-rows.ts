import {
  LISTED,
  listedFiles,
  listedFolder,
  putListed,
  smallContent,
  smallFiles,
  smallPath,
} from '../fixtures.ts';
import { medianOf, requireResponses, timed } from '../measure.ts';
import { requireContent, type Session, unexpected } from '../session.ts';
import { atMost, noMoreThan, type Row } from './row.ts';
import { propfindOptions } from './small-rows.ts';

/** Rows that measure listings. */
export const LISTING_ROWS: readonly Row[] = [
  ...LISTED.flatMap((count): Row[] => [
    {
      name: `list${count}`,
      title: `PROPFIND depth 1, ${count.toLocaleString('en')} entries, after a change`,
      unit: 'ms',
      targets: [atMost(1.2, 'nginx')],
      measure: (session) => changedListings(session, count),
    },
    {
      name: `relist${count}`,
      title: `PROPFIND depth 1, ${count.toLocaleString('en')} entries, unchanged`,
      unit: 'ms',
      targets: [atMost(0.5, 'nginx')],
      measure: (session) => unchangedListings(session, count),
    },
  ]),
  {
    name: 'stall',
    title: 'longest GET 4 KiB beside a changed listing of 10,000',
    unit: 'ms',
    targets: [noMoreThan(30)],
    measure: (session) => longestReads(session, 10_000),
  },
];

async function list(session: Session, count: number, keep = false): Promise<void> {
  const path = `${listedFolder(count)}/`;
  const { body } = await session.call('PROPFIND', path, [207], { ...propfindOptions('1'), keep });
  if (keep) requireResponses(`PROPFIND ${path}`, body, count + 1);
}

/** Creates the folder, checks one listing of it, and lists it three more times as a warm-up. */
async function prepare(session: Session, count: number): Promise<void> {
  await listedFiles(session, count);
  await list(session, count, true);
  for (let number = 0; number < 3; number++) {
    await putListed(session, count, number);
    await list(session, count);
  }
}

async function changedListings(session: Session, count: number): Promise<number> {
  await prepare(session, count);
  return medianOf(session.settings.listings, async (number) => {
    await putListed(session, count, number);
    return timed(() => list(session, count));
  });
}

/** Duration of repeated listings of an unchanged folder, in ms. */
export async function unchangedListings(session: Session, count: number): Promise<number> {
  await prepare(session, count);
  return medianOf(session.settings.listings, () => timed(() => list(session, count)));
}

/** The longest GET in ms while another connection lists a folder. */
async function longestReads(session: Session, count: number): Promise<number> {
  await smallFiles(session);
  await prepare(session, count);
  return medianOf(session.settings.listings, async (number) => {
    await putListed(session, count, number);
    const state: { listing: boolean } = { listing: true };
    const listed = list(session, count).finally(() => {
      state.listing = false;
    });
    let longest = 0;
    do longest = Math.max(longest, await timed(() => readSmall(session, number)));
    while (state.listing);
    await listed;
    return longest;
  });
}

async function readSmall(session: Session, number: number): Promise<void> {
  const request = session.request('GET', smallPath(number), { keep: true });
  const answer = await session.connection(1).send(request);
  if (answer.status !== 200) throw unexpected('GET', answer);
  requireContent('GET', answer.body, smallContent(number));
}
