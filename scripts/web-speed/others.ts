import { setTimeout } from 'node:timers/promises';
import type { Account, Service } from '../../test/support/service.ts';
import type { Office } from '../../test/web/support/office.ts';
import { sessionOf } from '../../test/web/support/sign-in.ts';
import { type Figure, type MeasuredFolders, type Setting, slowPage, timed } from './measure.ts';

const STREAMS = 200;
/** The service allows each user ten concurrent streams. */
const COLLEAGUES = 20;
const CHANGES = 10;
const CHANGE_MS = 1000;

/** Measures how soon a user sees a change by another user. */
export async function measureOthers(
  setting: Setting,
  office: Office,
  { small }: MeasuredFolders,
): Promise<Figure[]> {
  const page = await slowPage(setting, `/folders/${String(small)}`);
  await page.waitForSelector('[role=grid] ::-p-text(letter 1.txt)');
  const name = `a change ${String(performance.now())}.txt`;
  const seen = await timed(async () => {
    await office.upload(name, 'x', small);
    await page.waitForSelector(`[role=grid] ::-p-text(${name})`);
  });
  await page.browserContext().close();
  return [{ title: "another user's change is seen", value: seen, bar: 2000, unit: 'ms' }];
}

/** Creates users who can read the small folder. */
export async function makeColleagues(
  service: Service,
  office: Office,
  { small }: MeasuredFolders,
): Promise<Account[]> {
  const logins = Array.from({ length: COLLEAGUES }, (_, number) => `colleague${String(number)}`);
  const colleagues: Account[] = [];
  // Sequentially: the service throttles many concurrent passwords.
  for (const login of logins) colleagues.push(await service.createUser(login));
  await office.call('POST', '/shares', { folder_id: small, users: logins, permissions: 1 });
  return colleagues;
}

/**
 * Measures the cost of event streams while one folder changes once a second. The service and the clients share one
 * process here, so the result is higher than the cost of the service alone.
 */
export async function measureStreams(
  service: Service,
  office: Office,
  colleagues: readonly Account[],
  { small }: MeasuredFolders,
): Promise<Figure[]> {
  const cookies: string[] = [];
  for (const colleague of colleagues) cookies.push(await sessionOf(service, colleague));
  const before = process.memoryUsage().rss;
  const stop = new AbortController();
  const { signal } = stop;
  let ended = 0;
  const open = async (Cookie: string): Promise<void> => {
    const { status, body } = await fetch(`${service.url}/web/api/events`, { headers: { Cookie }, signal });
    if (status !== 200 || body === null) throw new Error(`a stream of events was refused: ${String(status)}`);
    // Drains the stream, so that nothing queues up in the service. The stream ends with the measurement.
    body.pipeTo(new WritableStream()).then(
      () => ended++,
      () => undefined,
    );
  };
  const each = STREAMS / cookies.length;
  await Promise.all(cookies.flatMap((cookie) => Array.from({ length: each }, () => open(cookie))));
  const start = process.cpuUsage();
  const wall = await timed(async () => {
    for (let change = 0; change < CHANGES; change++) {
      await office.upload(`streamed ${String(change)}.txt`, String(performance.now()), small);
      await setTimeout(CHANGE_MS);
    }
  });
  const { user, system } = process.cpuUsage(start);
  const memory = process.memoryUsage().rss - before;
  stop.abort();
  if (ended > 0) throw new Error(`the service ended ${String(ended)} streams of events`);
  const share = (user + system) / 1000 / wall;
  return [
    {
      title: `${String(STREAMS)} streams of events: share of a core`,
      value: share * 100,
      bar: undefined,
      unit: '%',
    },
    {
      title: `${String(STREAMS)} streams of events: memory`,
      value: memory / 1e6,
      bar: undefined,
      unit: 'MB',
    },
  ];
}
