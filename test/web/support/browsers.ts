import { type Browser, launch, type Page } from 'puppeteer-core';

/** The browsers that the pages are tested in: Debian's. */
export const BROWSERS = ['chromium', 'firefox'] as const;

/** One of {@link BROWSERS}. */
export type BrowserName = (typeof BROWSERS)[number];

const HEIGHT = 900;
/** Chromium calls each answer an error that the service refuses something with, and each request that a test breaks off; Firefox the end of events with a session. */
const REFUSAL =
  /^Failed to load resource: (?:the server responded with a status of 4|net::ERR_FAILED)|^Firefox can’t establish a connection to the server at \S+\/web\/api\/events/;

/** Starts a browser without a window; `close()` it when the tests are through. */
export function openBrowser(name: BrowserName): Promise<Browser> {
  if (name === 'firefox')
    return launch({
      browser: 'firefox',
      executablePath: '/usr/bin/firefox-esr',
      extraPrefsFirefox: {
        'intl.accept_languages': 'en',
        'ui.prefersReducedMotion': 1,
        // The browser's own list of downloads takes the focus from the page.
        'browser.download.alwaysOpenPanel': false,
      },
    });
  return launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--lang=en',
    ],
  });
}

/** A page of a user of its own, and what went wrong in it. */
export interface Visit {
  readonly page: Page;
  /** Errors of scripts, messages of the policy, and lines that the browser's console shows as errors. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** What a visit may differ in. */
export interface VisitOptions {
  /** In pixels. Default: 1440. */
  readonly width?: number;
  /** Default: light. */
  readonly theme?: 'light' | 'dark';
}

/** Does what choosing colours does, before a page is opened first (web/state/preferences.ts). */
function prefer(theme: 'light' | 'dark'): void {
  if (theme === 'dark' && localStorage.getItem('dms-preferences') === null)
    localStorage.setItem('dms-preferences', JSON.stringify({ theme }));
}

/** Opens a page that shares nothing with others. */
export async function visit(
  browser: Browser,
  { width = 1440, theme = 'light' }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.evaluateOnNewDocument(prefer, theme);
  await page.setViewport({ width, height: HEIGHT });
  const faults: string[] = [];
  page.on('pageerror', (error) => {
    if (!REFUSAL.test(String(error).replace(/^Error: /, ''))) faults.push(String(error));
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSAL.test(message.text()))
      faults.push(`${message.text()} (${message.location().url ?? ''})`);
  });
  return { page, faults, close: () => context.close() };
}
