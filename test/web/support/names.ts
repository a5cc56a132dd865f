import type { Page } from 'puppeteer-core';

/** Elements that need a name: controls, links and landmarks. */
const NAMED = 'a, button, input:not([type=file]), select, textarea, dialog, nav, [role=menu], [role=grid]';

/** Visible elements of a page without a name for screen readers, as HTML. */
export function namelessOn(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const textsOf = (element: Element): (string | null | undefined)[] => [
      element.getAttribute('aria-label'),
      element.textContent,
      ...(element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent),
      ...('labels' in element && element.labels instanceof NodeList
        ? [...element.labels].map(({ textContent }) => textContent)
        : []),
    ];
    return [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility() && textsOf(element).every((text) => !text?.trim()))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  }, NAMED);
}

/** Headings of a page that skip a level, or a wrong number of `h1`. */
export function headingFaultsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('h1, h2, h3, h4')].filter((each) => each.checkVisibility());
    const levels = all.map(({ tagName }) => Number(tagName.slice(1)));
    const faults = all.filter((_, index) => (levels[index] ?? 0) > (levels[index - 1] ?? 0) + 1);
    const first = levels.filter((level) => level === 1).length;
    return [
      ...faults.map(({ outerHTML }) => `a level is skipped: ${outerHTML}`),
      ...(first === 1 ? [] : [`${String(first)} h1`]),
    ];
  });
}

/**
 * Accessibility faults of a list: a wrong row count, or a button or link in a row whose label does not contain the
 * row's name.
 */
export function gridFaultsOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role=grid]')].flatMap((grid) => {
      const rows = [...grid.querySelectorAll('.grid-rows [role=row]')];
      const faults = rows.flatMap((row) => {
        const name = row.querySelector('.cell-name :is(a, .text)')?.textContent ?? '';
        const buttons = [...row.querySelectorAll('.cell-actions :is(a, button)')];
        return buttons.filter((button) => !(button.getAttribute('aria-label') ?? '').includes(name));
      });
      const count = Number(grid.getAttribute('aria-rowcount'));
      return [
        ...faults.map(({ outerHTML }) => outerHTML.slice(0, 200)),
        ...(count === rows.length + 1 ? [] : [`${String(count)} rows said, ${String(rows.length)} there`]),
      ];
    }),
  );
}
