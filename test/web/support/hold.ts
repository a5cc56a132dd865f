import type { HTTPRequest, Page } from 'puppeteer-core';

/** Requests of a page that wait until the test lets them go. */
export interface Held {
  /** Resolves when the first of them waits. */
  readonly first: Promise<unknown>;
  /** Lets them go, and all that come later. */
  readonly letGo: () => Promise<void>;
}

/** Makes requests of a page wait. Once for each page. */
export async function hold(page: Page, isHeld: (request: HTTPRequest) => boolean): Promise<Held> {
  const { promise: first, resolve } = Promise.withResolvers<undefined>();
  const waiting: HTTPRequest[] = [];
  let isOver = false;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (isOver || !isHeld(request)) {
      void goOn(request);
      return;
    }
    waiting.push(request);
    resolve(undefined);
  });
  return {
    first,
    letGo: async () => {
      isOver = true;
      await Promise.all(waiting.map(goOn));
    },
  };
}

/** The page may have broken it off meanwhile. */
function goOn(request: HTTPRequest): Promise<void> {
  return request.continue().catch(() => undefined);
}
