import { type HTTPRequest, InterceptResolutionAction, type Page } from 'puppeteer-core';

/**
 * Shows a test each request of a page, from now on, before it is sent. Once for each page.
 * @param take true if the test answers the request itself, now or later; the others are sent
 */
export async function intercept(page: Page, take: (request: HTTPRequest) => boolean): Promise<void> {
  page.on('request', (request) => {
    const isStopped = request.interceptResolutionState().action !== InterceptResolutionAction.Disabled;
    if (isStopped && !take(request)) void goOn(request);
  });
  // Only now: a request that the browser stops before anybody listens would wait for ever.
  await page.setRequestInterception(true);
}

/** Sends a request. The page may have broken it off meanwhile. */
export function goOn(request: HTTPRequest): Promise<void> {
  return request.continue().catch(() => undefined);
}
