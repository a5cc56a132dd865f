import { setTimeout as sleep } from 'node:timers/promises';
import type { HTTPRequest, Page } from 'puppeteer-core';

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
