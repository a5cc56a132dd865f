import assert from 'node:assert/strict';
import type { KeyInput, Page } from 'puppeteer-core';

/** More stops than any page has. */
const MOST_STOPS = 80;

/** Whether something shows where the focus is. It may be in the row that a list says is active. */
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

/** Does what a user does who has no mouse, and asserts after each key that they see where they are. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** @param held as long as the key is pressed */
  async press(key: KeyInput, held?: KeyInput): Promise<void> {
    await this.leave(key, held);
    await this.seesFocus(`${held ?? ''} ${key}`);
  }

  /** Presses a key that leads to another page or window, which is looked at next. */
  async leave(key: KeyInput, held?: KeyInput): Promise<void> {
    if (held !== undefined) await this.#page.keyboard.down(held);
    await this.#page.keyboard.press(key);
    if (held !== undefined) await this.#page.keyboard.up(held);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    await this.seesFocus(text);
  }

  /** Presses a key until the focus is on an element. */
  async goTo(selector: string, key: KeyInput = 'Tab', held?: KeyInput): Promise<void> {
    await this.#page.waitForSelector(selector);
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      if (await this.isAt(selector)) return;
      await this.press(key, held);
    }
    assert.fail(`${key} does not lead to ${selector}, but to ${await this.where()}`);
  }

  /** Chooses a line of the menu that is open. */
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

  /** Goes to a name in the list of a page by its letters. */
  async select(name: string): Promise<void> {
    await this.goTo('[role=grid]');
    await this.type(name);
    await this.#page.waitForSelector(`[role=row][aria-selected=true] ::-p-text(${name})`);
  }

  /** Whether the focus is on an element. */
  isAt(selector: string): Promise<boolean> {
    return this.#page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
  }

  /** The element with the focus, as HTML. */
  where(): Promise<string> {
    return this.#page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing');
  }

  /** Waits until the focus is on an element: what a dialog or menu was opened from. */
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

  /** @param after what was pressed, for the message */
  async seesFocus(after: string): Promise<void> {
    try {
      await this.#page.waitForFunction(isFocusSeen, { polling: 50 });
    } catch {
      assert.fail(`After ${after} nobody sees that the focus is at ${await this.where()}`);
    }
  }
}

/** Presses a key while another one is held. */
export async function press(page: Page, held: KeyInput, key: KeyInput): Promise<void> {
  await page.keyboard.down(held);
  await page.keyboard.press(key);
  await page.keyboard.up(held);
}

/** Goes to a row of a list by its first letters. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.focus('[role=grid]');
  await page.keyboard.type(name.slice(0, -1));
  await page.waitForSelector(`[role=row][aria-selected=true] ::-p-text(${name})`);
}
