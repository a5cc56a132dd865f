import assert from 'node:assert/strict';
import {
  type AsyncFunc,
  after,
  afterEach,
  before,
  beforeEach,
  type Context,
  describe,
  type Test,
} from 'mocha';
import type { Page } from 'puppeteer-core';
import { needs } from '../../support/needs.ts';
import { type Account, type Service, type ServiceOptions, startService } from '../../support/service.ts';
import {
  BROWSERS,
  type BrowserName,
  hasEnded,
  sharedBrowser,
  type Visit,
  type VisitOptions,
  visit,
} from './browsers.ts';
import { openAs } from './sign-in.ts';

/** Browser and service of the tests of a flow. */
export interface Setting {
  readonly browser: BrowserName;
  /** A separate service for each browser. */
  readonly service: Service;
  /** Opens a path as a user, in a page isolated from all others. Null: as a guest. */
  open(account: Account | null, path?: string, options?: VisitOptions): Promise<Page>;
}

/** Options of the service, and the browsers that can run the flow. Default: all browsers. */
type Options = ServiceOptions & { readonly browsers?: readonly BrowserName[] };

/** The only browser of this run, if set (`test/web/browsers.trial.ts`). */
const only = process.env['TEST_BROWSER'];
/** Most characters of the text of a page that a failure prints. */
const MOST_SHOWN = 2000;
/** True in the trial, which tests large amounts and all combinations. */
export const isTrial = only !== undefined;

/** Retries a test in a new browser if its browser has crashed, because the test would fail whatever it checks. */
function runAgainIfEnded(name: BrowserName, test: Test | undefined, ended: () => void): void {
  const body = test?.fn as AsyncFunc | undefined;
  if (test === undefined || body === undefined) return;
  test.fn = async function run(this: Context) {
    try {
      await body.call(this);
    } catch (error) {
      if (await hasEnded(name)) {
        test.retries(1);
        ended();
      }
      throw error;
    }
  };
}

/**
 * Describes a flow in Chromium; `test/web/browsers.trial.ts` runs it in Firefox. After each test the pages are closed.
 * The test fails if a page had a script error, a policy violation, or an error in its console.
 * @param body receives a function that returns the setting, from `before` on
 */
export function inBrowsers(
  title: string,
  body: (setting: () => Setting) => void,
  { browsers = BROWSERS, ...options }: Options = {},
): void {
  describeIn(only === undefined ? browsers.slice(0, 1) : browsers.filter((name) => name === only), {
    title,
    body,
    options,
  });
}

/** Like {@link inBrowsers}, but always in all browsers: for behaviour that differs between browsers. */
export function inEveryBrowser(title: string, body: (setting: () => Setting) => void): void {
  describeIn(only === undefined ? BROWSERS : BROWSERS.filter((name) => name === only), { title, body });
}

/** Prints the text of a page whose test has failed: a test that waited in vain does not say what it saw instead. */
async function showText({ page }: Visit): Promise<void> {
  const text = await page.evaluate(() => document.body.innerText).catch(String);
  console.error(`${page.url()} showed:\n${text.slice(0, MOST_SHOWN)}`);
}

interface Flow {
  readonly title: string;
  readonly body: (setting: () => Setting) => void;
  readonly options?: ServiceOptions;
}

function describeIn(browsers: readonly BrowserName[], { title, body, options }: Flow): void {
  for (const name of browsers) {
    describe(`${title} (${name})`, function suite() {
      needs(this, name === 'firefox' ? 'firefox-esr' : 'chromium-headless-shell');
      let service: Service;
      let visits: Visit[] = [];

      before(async () => {
        [service] = await Promise.all([startService(options), sharedBrowser(name)]);
      });

      beforeEach(function guard() {
        runAgainIfEnded(name, this.currentTest, () => {
          visits = [];
        });
      });

      afterEach(async function end() {
        if (this.currentTest?.state === 'failed') await Promise.all(visits.map(showText));
        const faults = visits.flatMap((each) => each.faults);
        await Promise.all(visits.map((each) => each.close()));
        visits = [];
        assert.deepEqual(faults, []);
      });

      after(async () => {
        await service.stop();
      });

      body(() => ({
        browser: name,
        service,
        open: async (account, path = '/', visitOptions = {}) => {
          const opened = await visit(await sharedBrowser(name), visitOptions);
          visits.push(opened);
          if (account === null) await opened.page.goto(service.url + path);
          else await openAs(opened.page, service, account, path);
          return opened.page;
        },
      }));
    });
  }
}
