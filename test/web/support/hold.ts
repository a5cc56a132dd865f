import type { HTTPRequest, Page } from 'puppeteer-core';
import { goOn, intercept } from './intercept.ts';

/** Requests of a page that are blocked until the test releases them. */
export interface Held {
  /** Resolves when the first request is blocked. */
  readonly first: Promise<unknown>;
  /** Releases the blocked requests, and all later ones. */
  readonly letGo: () => Promise<void>;
  /**
   * Aborts the blocked requests. Call this before closing the page: otherwise the browser sends them once the
   * interception ends, and they reach the service.
   */
  readonly breakOff: () => Promise<void>;
}

/** Blocks requests of a page. Call this only once per page. */
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
