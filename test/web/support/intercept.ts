import { type HTTPRequest, InterceptResolutionAction, type Page } from 'puppeteer-core';

/** Path of a request with which {@link intercept} finds out whether requests are intercepted. */
const PROBE = '/is-intercepted';

/**
 * From now on, passes each request of a page to the test before it is sent. Call this only once per page.
 * @param take returns true if the test responds to the request itself, now or later; other requests are sent
 */
export async function intercept(page: Page, take: (request: HTTPRequest) => boolean): Promise<void> {
  const effect = { isSeen: false };
  page.on('request', (request) => {
    if (request.interceptResolutionState().action === InterceptResolutionAction.Disabled) return;
    if (request.url().endsWith(PROBE)) {
      effect.isSeen = true;
      void request.respond({ status: 204 });
    } else if (!take(request)) void goOn(request);
  });
  // The listener comes first: a request that is intercepted without a listener would hang forever.
  await page.setRequestInterception(true);
  // Chromium confirms the interception a moment before it intercepts the requests of a page that is already open.
  while (page.url().startsWith('http') && !effect.isSeen)
    await page.evaluate((path) => fetch(path).then(() => undefined), PROBE);
}

/** Sends a request. The page may have aborted it in the meantime. */
export function goOn(request: HTTPRequest): Promise<void> {
  return request.continue().catch(() => undefined);
}
