import { setTimeout as sleep } from 'node:timers/promises';
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

/** Duration without a running request after which a page is idle, in milliseconds. */
const IDLE_MS = 300;

/**
 * Waits for idleness of a page that opens several addresses in turn. A request that a navigation breaks off no longer
 * counts; for `waitForNetworkIdle` of puppeteer it runs for good, and each later wait fails at its limit.
 * @returns a function that resolves as soon as no request has been running for 300 ms
 */
export function idlenessOf(page: Page): () => Promise<void> {
  let running = new Set<HTTPRequest>();
  let changed = Date.now();
  const ended = (request: HTTPRequest): void => {
    if (running.delete(request)) changed = Date.now();
  };
  page.on('request', (request) => {
    running.add(request);
    changed = Date.now();
  });
  page.on('response', (response) => {
    ended(response.request());
  });
  page.on('requestfailed', ended);
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) running = new Set();
  });
  return async () => {
    while (running.size > 0 || Date.now() - changed < IDLE_MS) await sleep(IDLE_MS / 10);
  };
}
