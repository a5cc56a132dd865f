import assert from 'node:assert/strict';
import type { ElementHandle, KeyInput, Page } from 'puppeteer-core';
import { waiter } from '../../support/until.ts';

/** Actions of a user, counted by kind. */
export interface Effort {
  readonly clicks: number;
  readonly drags: number;
  /** Key presses that do not type text; a held modifier key does not count. */
  readonly keys: number;
  /** Typed letters. */
  readonly letters: number;
}

/** Performs and counts the actions of a user. Waiting is not counted. */
export class Hand {
  readonly #page: Page;
  #effort: Effort = { clicks: 0, drags: 0, keys: 0, letters: 0 };

  constructor(page: Page) {
    this.#page = page;
  }

  /** Actions since the creation of this object. */
  get effort(): Effort {
    return this.#effort;
  }

  async click(selector: string): Promise<void> {
    this.#effort = { ...this.#effort, clicks: this.#effort.clicks + 1 };
    await this.#page.locator(selector).click();
  }

  /** Works only in Chromium. */
  async drag(from: string, to: string): Promise<void> {
    this.#effort = { ...this.#effort, drags: this.#effort.drags + 1 };
    await takeUp(this.#page, from);
    await carry(this.#page, to);
    await this.#page.mouse.up();
  }

  /** @param held a key that is held down at the same time */
  async press(key: KeyInput, held?: KeyInput): Promise<void> {
    this.#effort = { ...this.#effort, keys: this.#effort.keys + 1 };
    if (held !== undefined) await this.#page.keyboard.down(held);
    await this.#page.keyboard.press(key);
    if (held !== undefined) await this.#page.keyboard.up(held);
  }

  async type(text: string): Promise<void> {
    this.#effort = { ...this.#effort, letters: this.#effort.letters + text.length };
    await this.#page.keyboard.type(text);
  }
}

/** Presses the mouse button on an element, to drag it. Works only in Chromium. */
export async function takeUp(page: Page, selector: string): Promise<void> {
  const { x, y } = await (await shown(page, selector)).clickablePoint();
  await page.mouse.move(x, y);
  await page.mouse.down();
}

/**
 * Moves what is being dragged onto a folder, until the page marks the folder as the target. A busy browser loses
 * movements of a drag, also the last one, and would then drop elsewhere.
 */
export async function carry(page: Page, selector: string): Promise<void> {
  const untilMarked = waiter(() => `nothing can be dropped on ${selector}`);
  let offset = 0;
  await untilMarked(async () => {
    const folder = await shown(page, selector);
    const { x, y } = await folder.clickablePoint();
    await page.mouse.move(x + offset, y, { steps: 10 });
    offset = 1 - offset;
    return await folder.evaluate((element) => element.closest('.drop-target') !== null);
  });
}

async function shown(page: Page, selector: string): Promise<ElementHandle> {
  const element = await page.waitForSelector(selector);
  assert.ok(element, selector);
  return element;
}
