import { CHUNK_BYTES, RANGE_BYTES, rangeOf } from '../contents.ts';
import { LARGE, largeFile, putLarge } from '../fixtures.ts';
import { medianOf, timed } from '../measure.ts';
import { requireContent, type Session, WrongAnswer } from '../session.ts';
import type { Settings } from '../settings.ts';
import { atLeast, type Row } from './row.ts';

/** Rows that measure a large file. */
export function largeRows({ largeBytes }: Settings): readonly Row[] {
  const size = `${largeBytes / 2 ** 20} MiB`;
  return [
    {
      name: 'stream',
      title: `node:http stream of ${size}`,
      unit: 'MiB/s',
      calibration: true,
      targets: [],
      measure: (session) => downloads(session, 'stream'),
    },
    {
      name: 'put256',
      title: `PUT ${size}`,
      unit: 'MiB/s',
      targets: [atLeast(1, 'apache')],
      measure: uploads,
    },
    {
      name: 'get256',
      title: `GET ${size}`,
      unit: 'MiB/s',
      targets: [atLeast(0.9, 'node', 'stream')],
      measure: async (session) => {
        await largeFile(session);
        return downloads(session, LARGE.path);
      },
    },
  ];
}

function speed(session: Session, ms: number): number {
  return session.settings.largeBytes / 2 ** 20 / (ms / 1000);
}

async function uploads(session: Session): Promise<number> {
  const ms = await medianOf(session.settings.rounds, async (round) => {
    const file = LARGE.file + 1 + round;
    const path = `uploaded-${round}`;
    const taken = await timed(() => putLarge(session, path, file));
    await requireRange(session, path, file);
    await session.call('DELETE', path, [204]);
    return taken;
  });
  return speed(session, ms);
}

/** Checks a range that spans two chunks. */
async function requireRange(session: Session, path: string, file: number): Promise<void> {
  const offset = session.settings.largeBytes / 2 - CHUNK_BYTES / 2 - RANGE_BYTES / 2;
  const Range = `bytes=${offset}-${offset + RANGE_BYTES - 1}`;
  const { body } = await session.call('GET', path, [206], { headers: { Range }, keep: true });
  requireContent(`GET ${path} with Range`, body, rangeOf(file, offset));
}

async function downloads(session: Session, path: string): Promise<number> {
  const ms = await medianOf(session.settings.rounds, () =>
    timed(async () => {
      const { length } = await session.call('GET', path, [200]);
      if (length !== session.settings.largeBytes)
        throw new WrongAnswer(`GET ${path} ended after ${length} bytes`);
    }),
  );
  return speed(session, ms);
}
