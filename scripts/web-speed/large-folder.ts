import type { Page } from 'puppeteer-core';
import { type Figure, firstRows, type MeasuredFolders, type Setting, slowPage, timed } from './measure.ts';

const SCROLLED_FRAMES = 180;
/** Frames at 60 per second are reported with an error of 0.2 ms. A missed frame doubles the length. */
const LATE_MS = 17;
/** Two scroll speeds: a wheel turned fast, and a free-spinning wheel (2,160 and 7,200 pixels a second). */
const SPEEDS = [
  { name: 'fast', pixels: 36 },
  { name: 'spun', pixels: 120 },
];

interface Scrolled {
  /** Length of each frame, in ms. */
  readonly frames: readonly number[];
  /** Maximum number of rows in the DOM. */
  readonly rows: number;
}

/** Scrolls the list from its start, one step per frame. */
function scroll(page: Page, pixels: number): Promise<Scrolled> {
  return page.evaluate(
    async (count, step) => {
      const scroller = document.querySelector('.grid-scroller');
      scroller?.scrollTo(0, 0);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const frames: number[] = [];
      let rows = 0;
      // Frame start times as the browser reports them; they exclude the time that runs before a callback.
      let last = await new Promise<number>(requestAnimationFrame);
      for (let frame = 0; frame < count; frame++) {
        scroller?.scrollBy(0, step);
        const now = await new Promise<number>(requestAnimationFrame);
        frames.push(now - last);
        last = now;
        rows = Math.max(rows, document.querySelectorAll('[role=grid] [role=row]').length);
      }
      return { frames, rows };
    },
    SCROLLED_FRAMES,
    pixels,
  );
}

async function measureScrolling(page: Page): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, pixels } of SPEEDS) {
    const { frames, rows } = await scroll(page, pixels);
    const sorted = frames.toSorted((one, other) => one - other);
    const part = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    const late = frames.filter((length) => length > LATE_MS).length / frames.length;
    figures.push(
      { title: `scrolling ${name}: half of the frames`, value: part(0.5), bar: undefined, unit: 'ms' },
      { title: `scrolling ${name}: 95 % of the frames`, value: part(0.95), bar: undefined, unit: 'ms' },
      { title: `scrolling ${name}: frames above 16.7 ms`, value: late * 100, bar: 5, unit: '%' },
      { title: `scrolling ${name}: the slowest frame`, value: part(1), bar: 100, unit: 'ms' },
      { title: `scrolling ${name}: rows in the document`, value: rows, bar: 80, unit: 'rows' },
    );
  }
  return figures;
}

async function pressCtrl(page: Page, key: 'KeyA' | 'KeyZ'): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press(key);
  await page.keyboard.up('Control');
}

/** Deletes the whole selection, and undoes the deletion. */
async function measureDeletion(page: Page): Promise<Figure[]> {
  const untilGone = () =>
    page.waitForFunction(() => document.querySelector('.grid-row') === null, { timeout: 120_000 });
  const count = await page.$eval('[role=grid]', ({ ariaRowCount }) => ariaRowCount);
  const untilBack = () => page.waitForSelector('.grid-row [role=gridcell]', { timeout: 120_000 });
  const untilAllBack = () => page.waitForSelector(`[aria-rowcount="${String(count)}"]`, { timeout: 120_000 });
  let gone = 0;
  let back = 0;
  const deleted = await timed(async () => {
    gone = await timed(async () => {
      await page.keyboard.press('Delete');
      await untilGone();
    });
    await page.waitForSelector('.toast .link', { timeout: 120_000 });
  });
  const restored = await timed(async () => {
    back = await timed(async () => {
      await pressCtrl(page, 'KeyZ');
      await untilBack();
    });
    await untilAllBack();
  });
  return [
    { title: 'delete all: gone from the screen', value: gone, bar: undefined, unit: 'ms' },
    { title: 'delete all: done by the service', value: deleted, bar: undefined, unit: 'ms' },
    { title: 'undo: first rows back on the screen', value: back, bar: undefined, unit: 'ms' },
    { title: 'undo: done by the service', value: restored, bar: undefined, unit: 'ms' },
  ];
}

/** Measures common actions in a folder with thousands of documents. */
export async function measureLargeFolder(setting: Setting, { large }: MeasuredFolders): Promise<Figure[]> {
  const page = await slowPage(setting, `/folders/${String(large)}`);
  const cold = await firstRows(page);
  const scrolled = await measureScrolling(page);
  await page.focus('[role=grid]');
  const jump = await timed(async () => {
    await page.keyboard.press('KeyT');
    await page.waitForSelector('[role=row][aria-selected=true] ::-p-text(t document)');
  });
  const all = await timed(async () => {
    await pressCtrl(page, 'KeyA');
    await page.waitForSelector('.selection-bar');
  });
  const { JSHeapUsedSize: heap = 0 } = await page.metrics();
  const deletion = await measureDeletion(page);
  await page.browserContext().close();
  return [
    { title: 'folder of 10,000: first rows', value: cold, bar: 1200, unit: 'ms' },
    ...scrolled,
    { title: 'jump to a letter', value: jump, bar: undefined, unit: 'ms' },
    { title: 'select all', value: all, bar: undefined, unit: 'ms' },
    { title: 'heap', value: heap / 1e6, bar: 60, unit: 'MB' },
    ...deletion,
  ];
}
