import type { Browser, Page } from 'puppeteer-core';
import type { Service } from '../../test/support/service.ts';
import { visit } from '../../test/web/support/browsers.ts';
import type { Office } from '../../test/web/support/office.ts';
import { openAs } from '../../test/web/support/sign-in.ts';

const SLOWED = 4;
/** An office network: 100 Mbit/s, 2 ms latency. */
const LAN = { offline: false, latency: 2, downloadThroughput: 12_500_000, uploadThroughput: 12_500_000 };
const AT_ONCE = 8;

/** A measured value and its allowed maximum. */
export interface Figure {
  readonly title: string;
  readonly value: number;
  /** Undefined: no maximum. */
  readonly bar: number | undefined;
  readonly unit: 'ms' | 'MB' | 'rows' | '%';
}

/** Ids of the measured folders of the office. */
export interface MeasuredFolders {
  readonly small: number;
  readonly large: number;
}

/** Browser and service of a measurement. */
export interface Setting {
  readonly browser: Browser;
  readonly service: Service;
}

/** Creates the measured folders and their documents. */
export async function makeOffice(office: Office, documents: number): Promise<MeasuredFolders> {
  const small = await office.folder('A folder');
  for (let number = 0; number < 50; number++) await office.upload(`letter ${String(number)}.txt`, 'x', small);
  const large = await office.folder('Large');
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < documents) {
      const number = next++;
      const letter = String.fromCharCode(97 + (number % 26));
      await office.upload(`${letter} document ${String(number)}.txt`, 'x', large);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { small, large };
}

/** Runs in the page before its scripts: records the time when rows are first painted. */
function watchRows(): void {
  const look = (): void => {
    if (document.querySelector('[role=grid] [role=row] [role=gridcell]') === null) {
      requestAnimationFrame(look);
      return;
    }
    requestAnimationFrame(() => Reflect.set(globalThis, 'firstRows', performance.now()));
  };
  requestAnimationFrame(look);
}

/** Opens a page as a user with a slow computer. */
export async function slowPage({ browser, service }: Setting, path: string): Promise<Page> {
  const { page } = await visit(browser);
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LAN);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await page.evaluateOnNewDocument(watchRows);
  await openAs(page, service, service.admin, path);
  return page;
}

/** Time until the rows of a page are first painted, in ms from its start. */
export async function firstRows(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => Number(Reflect.get(globalThis, 'firstRows')) || undefined);
  return Number(await handle.jsonValue());
}

/** Time from an action in the page until a text is painted in its list, in ms. */
function untilShown(page: Page, action: 'click' | 'back', name: string, shown: string): Promise<number> {
  return page.evaluate(
    async (how, link, text) => {
      const found = [...document.querySelectorAll('a')].find((each) => each.textContent === link);
      const start = performance.now();
      if (how === 'click') found?.click();
      else history.back();
      for (;;) {
        await new Promise(requestAnimationFrame);
        const isShown = document.querySelector('[role=grid]')?.textContent.includes(text) === true;
        if (isShown) return performance.now() - start;
        if (performance.now() - start > 20_000) throw new Error(`${text} was not shown`);
      }
    },
    action,
    name,
    shown,
  );
}

/** Measures loading a list, opening the next folder, and going back. */
export async function measureFolders(setting: Setting): Promise<Figure[]> {
  const page = await slowPage(setting, '/');
  const cold = await firstRows(page);
  const next = await untilShown(page, 'click', 'A folder', 'letter 1.txt');
  const back = await untilShown(page, 'back', '', 'A folder');
  await page.browserContext().close();
  return [
    { title: 'useful list, cold', value: cold, bar: 1000, unit: 'ms' },
    { title: 'next folder', value: next, bar: 300, unit: 'ms' },
    { title: 'back', value: back, bar: 50, unit: 'ms' },
  ];
}

/** Duration of `work`, in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
