import type { HTTPRequest, Page } from 'puppeteer-core';
import { goOn, intercept } from './intercept.ts';

/** Requests of a page that wait until the test lets them go. */
export interface Held {
  /** Resolves when the first of them waits. */
  readonly first: Promise<unknown>;
  /** Lets them go, and all that come later. */
  readonly letGo: () => Promise<void>;
  /**
   * Breaks off those that wait. Before a page is closed: the browser lets them go when nobody holds them any more, and they
   * reach the service.
   */
  readonly breakOff: () => Promise<void>;
}

/** Makes requests of a page wait. Once for each page. */
export async function hold(page: Page, isHeld: (request: HTTPRequest) => boolean): Promise<Held> {
  const { promise: first, resolve } = Promise.withResolvers<undefined>();
  const waiting: HTTPRequest[] = [];
  let isOver = false;
  await intercept(page, (request) => {
    if (isOver || !isHeld(request)) return false;
    waiting.push(request);
    resolve(undefined);
    return true;
  });
  return {
    first,
    letGo: async () => {
      isOver = true;
      await Promise.all(waiting.splice(0).map(goOn));
    },
    breakOff: async () => {
      await Promise.all(waiting.splice(0).map((request) => request.abort('failed')));
    },
  };
}
