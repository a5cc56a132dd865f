import { type HTTPRequest, InterceptResolutionAction, type Page } from 'puppeteer-core';

/**
 * From now on, passes each request of a page to the test before it is sent. Call this only once per page.
 * @param take returns true if the test responds to the request itself, now or later; other requests are sent
 */
export async function intercept(page: Page, take: (request: HTTPRequest) => boolean): Promise<void> {
  page.on('request', (request) => {
    const isStopped = request.interceptResolutionState().action !== InterceptResolutionAction.Disabled;
    if (isStopped && !take(request)) void goOn(request);
  });
  // The listener comes first: a request that is intercepted without a listener would hang forever.
  await page.setRequestInterception(true);
}

/** Sends a request. The page may have aborted it in the meantime. */
export function goOn(request: HTTPRequest): Promise<void> {
  return request.continue().catch(() => undefined);
}
