import assert from 'node:assert/strict';
import type { KeyInput, Page } from 'puppeteer-core';

/** More than the focus stops of any page. */
const MOST_STOPS = 80;

/** True if the focus is visible. The visible indicator may be on the active row of a list. */
function isFocusSeen(): boolean {
  const { activeElement: focused } = document;
  if (focused === null || focused === document.body || focused.id === 'content') return false;
  const active = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '');
  return [focused, active, focused.closest('.people-chips'), focused.closest('label')].some((element) => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const isOnScreen = box.width > 1 && box.bottom > 0 && box.top < innerHeight;
    return isOnScreen && ((outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none');
  });
}

/** Operates a page with the keyboard only, and asserts after each key that the focus is visible. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** @param held a key that is held down at the same time */
  async press(key: KeyInput, held?: KeyInput): Promise<void> {
    await this.leave(key, held);
    await this.seesFocus(`${held ?? ''} ${key}`);
  }

  /** Presses a key that leads to another page or window, without checking the focus. */
  async leave(key: KeyInput, held?: KeyInput): Promise<void> {
    if (held !== undefined) await this.#page.keyboard.down(held);
    await this.#page.keyboard.press(key);
    if (held !== undefined) await this.#page.keyboard.up(held);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    await this.seesFocus(text);
  }

  /** Presses a key repeatedly until an element has the focus. */
  async goTo(selector: string, key: KeyInput = 'Tab', held?: KeyInput): Promise<void> {
    await this.#page.waitForSelector(selector);
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      if (await this.isAt(selector)) return;
      await this.press(key, held);
    }
    assert.fail(`${key} does not lead to ${selector}, but to ${await this.where()}`);
  }

  /** Chooses an item of the open menu. */
  async choose(line: string): Promise<void> {
    await this.#page.waitForSelector('[role=menuitem]:focus');
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      const label = await this.#page.evaluate(
        () => document.activeElement?.querySelector('span')?.textContent,
      );
      if (label?.startsWith(line) === true) return this.leave('Enter');
      await this.press('ArrowDown');
    }
    assert.fail(`no line ${line}`);
  }

  /** Selects a row in the list of a page by typing its name. */
  async select(name: string): Promise<void> {
    await this.goTo('[role=grid]');
    await this.type(name);
    await this.#page.waitForSelector(`[role=row][aria-selected=true] ::-p-text(${name})`);
  }

  /** True if an element has the focus. */
  isAt(selector: string): Promise<boolean> {
    return this.#page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
  }

  /** The element with the focus, as HTML. */
  where(): Promise<string> {
    return this.#page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing');
  }

  /** Waits until the focus has returned to the element from which a dialog or menu was opened. */
  async isBackAt(selector: string): Promise<void> {
    try {
      await this.#page.waitForFunction(
        (wanted) => document.activeElement?.matches(wanted) === true,
        {},
        selector,
      );
    } catch {
      assert.fail(`The focus is not at ${selector}, but at ${await this.where()}`);
    }
    await this.seesFocus('the way back');
  }

  /** @param after the previous input, for the message */
  async seesFocus(after: string): Promise<void> {
    try {
      await this.#page.waitForFunction(isFocusSeen, { polling: 50 });
    } catch {
      assert.fail(`After ${after} nobody sees that the focus is at ${await this.where()}`);
    }
  }
}

/** Presses a key while another key is held. */
export async function press(page: Page, held: KeyInput, key: KeyInput): Promise<void> {
  await page.keyboard.down(held);
  await page.keyboard.press(key);
  await page.keyboard.up(held);
}

/** Selects a row of a list by typing the first letters of its name. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.focus('[role=grid]');
  await page.keyboard.type(name.slice(0, -1));
  await page.waitForSelector(`[role=row][aria-selected=true] ::-p-text(${name})`);
}
