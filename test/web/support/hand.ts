import type { KeyInput, Page } from 'puppeteer-core';

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
    const [source, target] = [await this.#page.waitForSelector(from), await this.#page.waitForSelector(to)];
    const [start, end] = [await source?.clickablePoint(), await target?.clickablePoint()];
    if (start === undefined || end === undefined) throw new Error(`${from} cannot be dragged to ${to}`);
    await this.#page.mouse.move(start.x, start.y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(end.x, end.y, { steps: 10 });
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
