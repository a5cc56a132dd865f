import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer-core';
import { atEnd } from '../../support/end.ts';

/** The browsers in which the pages are tested, from Debian. */
export const BROWSERS = ['chromium', 'firefox'] as const;

/** One of {@link BROWSERS}. */
export type BrowserName = (typeof BROWSERS)[number];

const HEIGHT = 900;
/** Generous, because everything takes long on a busy machine. Shorter than the test timeout. */
const LONGEST_MS = 240_000;
/**
 * Expected console messages. Chromium reports each refusal by the service and each request that a test aborts as an
 * error; Firefox reports the end of the event stream with its session.
 */
const REFUSAL =
  /^Failed to load resource: (?:the server responded with a status of 4|net::ERR_FAILED)|^Firefox can’t establish a connection to the server at \S+\/web\/api\/events/;

/** Page events to which tests and visits listen. */
const HEARD = ['request', 'dialog', 'framenavigated', 'pageerror', 'console'] as const;
/** Number of characters of the browser's last output to show after a crash. */
const LAST_WORDS = 4000;

/** Number of clean pages to keep, enough for a test with two users. */
const CLEAN_PAGES = 2;

const open = new Map<BrowserName, Promise<Browser>>();
/** Chromium only: a new page takes five times as much processor time as a reused page. */
const cleanPages = new WeakMap<Browser, Page[]>();
/** Chromium only, which otherwise refuses downloads. */
const downloadFolders = new WeakMap<Browser, string>();

/**
 * The headless browser of this process. The first call starts it; it ends with the process. Each test opens isolated
 * pages ({@link visit}).
 */
export function sharedBrowser(name: BrowserName): Promise<Browser> {
  const browser = open.get(name) ?? openBrowser(name);
  open.set(name, browser);
  return browser;
}

/** True if the shared browser has crashed. The next call of {@link sharedBrowser} then starts another one. */
export async function hasEnded(name: BrowserName): Promise<boolean> {
  try {
    const browser = await sharedBrowser(name);
    await (await browser.createBrowserContext()).close();
    return false;
  } catch {
    open.delete(name);
    return true;
  }
}

/**
 * Starts a separate headless browser. It ends with the process, or by `close()`. If it ends in another way, its last
 * output is printed.
 */
export async function openBrowser(name: BrowserName): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'dms-browser-'));
  const browser = await launchWith(name, profile);
  if (name === 'chromium') downloadFolders.set(browser, profile);
  showLastWords(name, browser.process());
  atEnd({
    close: () => browser.close(),
    kill: () => {
      browser.process()?.kill('SIGKILL');
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  });
  return browser;
}

function showLastWords(name: BrowserName, child: ChildProcess | null): void {
  let words = '';
  child?.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-LAST_WORDS);
  });
  child?.once('close', (code, signal) => {
    if (code !== 0) console.error(`${name} ended by itself (${signal ?? `exit code ${code}`}):\n${words}`);
  });
}

function launchWith(name: BrowserName, userDataDir: string): Promise<Browser> {
  const common = { userDataDir, protocolTimeout: LONGEST_MS, timeout: LONGEST_MS };
  if (name === 'firefox')
    return launch({
      ...common,
      browser: 'firefox',
      executablePath: '/usr/bin/firefox-esr',
      extraPrefsFirefox: {
        'intl.accept_languages': 'en',
        'ui.prefersReducedMotion': 1,
        // The browser's own list of downloads would take the focus from the page.
        'browser.download.alwaysOpenPanel': false,
      },
    });
  return launch({
    ...common,
    // Without the parts of a desktop browser, it uses a third less processor time.
    headless: 'shell',
    // Not the script in /usr/bin: a kill would hit the script instead of the browser.
    executablePath: '/usr/lib/chromium/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Otherwise the browser exits after its GPU process has ended six times.
      '--disable-gpu-process-crash-limit',
      // On a busy machine, the watchdog mistakes a GPU process without processor time for a hanging one.
      '--disable-gpu-watchdog',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--lang=en',
    ],
  });
}

/** An isolated page of a user, and its errors. */
export interface Visit {
  readonly page: Page;
  /** Script errors, policy violations, and console errors. */
  readonly faults: readonly string[];
  /** @param isSpoiled the test failed, so the state of the page is unknown. Default: false */
  close(isSpoiled?: boolean): Promise<void>;
}

/** Options of a visit. */
export interface VisitOptions {
  /** Width of the page in pixels. Default: 1440. */
  readonly width?: number;
  /** Default: light. */
  readonly theme?: 'light' | 'dark';
  /** True for a test that adds scripts to the page. Default: the page may be a reused, cleaned page of another test. */
  readonly isNew?: boolean;
}

/** Sets the chosen theme before a page is first opened (web/state/session/preferences.ts). */
function prefer(theme: 'light' | 'dark'): void {
  if (theme === 'dark' && localStorage.getItem('dms-preferences') === null)
    localStorage.setItem('dms-preferences', JSON.stringify({ theme }));
}

/**
 * Makes waits notice a text that changes by itself. Puppeteer re-evaluates a selector when elements or attributes
 * change, but not when only the characters of a text do (puppeteer#6877): such a wait would never end.
 */
const TOUCH_WITH_TEXTS = `new MutationObserver(() => {
  document.documentElement.setAttribute('data-text-changed', '');
}).observe(document, { characterData: true, subtree: true });`;

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_MS);
  await page.evaluateOnNewDocument(TOUCH_WITH_TEXTS);
  return page;
}

/**
 * Opens another page of the same visit. It shares cookies and storage with the first page; its errors are not recorded.
 */
export function pageBeside(page: Page): Promise<Page> {
  return newPage(page.browserContext());
}

/** Opens an isolated page: a new one, or a cleaned page of an earlier visit. */
export async function visit(
  browser: Browser,
  { width = 1440, theme = 'light' }: VisitOptions = {},
): Promise<Visit> {
  const downloadPath = downloadFolders.get(browser);
  const context = await browser.createBrowserContext(
    downloadPath === undefined ? {} : { downloadBehavior: { policy: 'allow', downloadPath } },
  );
  const page = await newPage(context);
  // Keeps the focus when another page opens or closes. Firefox does not support this.
  if (downloadPath !== undefined) await page.emulateFocusedPage(true);
  return page;
}

/**
 * Resets a page of Chromium to the state of a new page, except the HTTP cache: removes everything that its visit has
 * stored in the browser. The page stays on the service, because another site would need another process.
 */
async function leave(page: Page, origins: ReadonlySet<string>): Promise<void> {
  const others = (await page.browserContext().pages()).filter((each) => each !== page);
  await Promise.all(others.map((each) => each.close()));
  await page.setRequestInterception(false);
  await page.setExtraHTTPHeaders({});
  for (const event of HEARD) page.removeAllListeners(event);
  // A page with a running upload asks for confirmation.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(new URL('/healthz', page.url()).href);
  await page.mouse.reset();
  const client = await page.createCDPSession();
  await client.send('Network.clearBrowserCookies');
  for (const origin of origins)
    if (origin !== 'null') await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await client.send('Page.resetNavigationHistory');
  await client.detach();
  page.removeAllListeners('dialog');
}
