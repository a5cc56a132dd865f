import assert from 'node:assert/strict';
import { after, afterEach, before, describe } from 'mocha';
import type { Browser, Page } from 'puppeteer-core';
import { needs } from '../../support/needs.ts';
import { type Account, type Service, type ServiceOptions, startService } from '../../support/service.ts';
import { BROWSERS, type BrowserName, openBrowser, type Visit, type VisitOptions, visit } from './browsers.ts';
import { openAs } from './sign-in.ts';

/** What the tests of a flow work with. */
export interface Setting {
  readonly browser: BrowserName;
  /** A service of its own for each browser. */
  readonly service: Service;
  /** Opens a path as a user, in a page that shares nothing with others. Null: as a guest. */
  open(account: Account | null, path?: string, options?: VisitOptions): Promise<Page>;
}

/**
 * Describes a flow once for each browser. After each test the pages are closed, and it fails if one of them had an error
 * of a script, a message of its policy, or an error in its console.
 * @param body gets a function that gives the setting, from `before` on
 */
export function inBrowsers(
  title: string,
  body: (setting: () => Setting) => void,
  { browsers = BROWSERS, ...options }: ServiceOptions & { readonly browsers?: readonly BrowserName[] } = {},
): void {
  for (const name of browsers) {
    describe(`${title} (${name})`, function suite() {
      needs(this, name === 'firefox' ? 'firefox-esr' : 'chromium');
      let browser: Browser;
      let service: Service;
      let visits: Visit[] = [];

      before(async () => {
        service = await startService(options);
        browser = await openBrowser(name);
      });

      afterEach(async () => {
        const faults = visits.flatMap((each) => each.faults);
        await Promise.all(visits.map((each) => each.close()));
        visits = [];
        assert.deepEqual(faults, []);
      });

      after(async () => {
        await browser.close();
        await service.stop();
      });

      body(() => ({
        browser: name,
        service,
        open: async (account, path = '/', visitOptions = {}) => {
          const opened = await visit(browser, visitOptions);
          visits.push(opened);
          if (account === null) await opened.page.goto(service.url + path);
          else await openAs(opened.page, service, account, path);
          return opened.page;
        },
      }));
    });
  }
}
