import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer-core';
import { atEnd } from '../../support/end.ts';

/** Browsers in which the pages are tested: the packages of Debian. */
export const BROWSERS = ['chromium', 'firefox'] as const;

/** One of {@link BROWSERS}. */
export type BrowserName = (typeof BROWSERS)[number];

const HEIGHT = 900;
/** Limit for one wait. Generous, because a busy machine is slow; below the limit of a test. */
const LONGEST_MS = 240_000;
/** Chromium calls each answer an error that the service refuses something with, and each request that a test breaks off; Firefox the end of events with a session. */
const REFUSAL =
  /^Failed to load resource: (?:the server responded with a status of 4|net::ERR_FAILED)|^Firefox can’t establish a connection to the server at \S+\/web\/api\/events/;

/** Maximum length of the shown output of a browser that crashed, in characters. */
const LAST_WORDS = 4000;

const open = new Map<BrowserName, Promise<Browser>>();
/** Download folders, for Chromium only: it refuses downloads without one. */
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

/** True if the shared browser has crashed. The next call of {@link sharedBrowser} then starts a new one. */
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
 * output is shown.
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
        // The browser's own list of downloads takes the focus from the page.
        'browser.download.alwaysOpenPanel': false,
      },
    });
  return launch({
    ...common,
    // Uses a third less processor time than the desktop browser.
    headless: 'shell',
    // Not the script in /usr/bin: a kill would hit the script, not the browser.
    executablePath: '/usr/lib/chromium/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // Otherwise the browser exits after six crashes of that process.
      '--disable-gpu-process-crash-limit',
      // On a busy machine the watchdog mistakes a process that got no processor time for a hung one.
      '--disable-gpu-watchdog',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--lang=en',
      // Otherwise the empty page of a new tab has a process of its own, which ends when the tab opens an address.
      '--renderer-process-limit=2',
    ],
  });
}

/** An isolated page, and the errors in it. */
export interface Visit {
  readonly page: Page;
  /** Script errors, policy violations, and lines that the browser's console shows as errors. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** Options of a visit. */
export interface VisitOptions {
  /** In pixels. Default: 1440. */
  readonly width?: number;
  /** Default: light. */
  readonly theme?: 'light' | 'dark';
}

/** Stores the theme as the page itself does when the user chooses one (web/state/session/preferences.ts). */
function prefer(theme: 'light' | 'dark'): void {
  if (theme === 'dark' && localStorage.getItem('dms-preferences') === null)
    localStorage.setItem('dms-preferences', JSON.stringify({ theme }));
}

/**
 * Makes waits notice changed texts. Puppeteer evaluates a selector again after changes of elements or attributes, but not
 * after a change of character data alone (puppeteer#6877): such a wait would never end.
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

/** Opens another page of the same visit, with the same cookies and storage. Its errors are not recorded. */
export function pageBeside(page: Page): Promise<Page> {
  return newPage(page.browserContext());
}

/** Opens a page that is isolated from all others. */
export async function visit(
  browser: Browser,
  { width = 1440, theme = 'light' }: VisitOptions = {},
): Promise<Visit> {
  const downloadPath = downloadFolders.get(browser);
  const context = await browser.createBrowserContext(
    downloadPath === undefined ? {} : { downloadBehavior: { policy: 'allow', downloadPath } },
  );
  const page = await newPage(context);
  // Other pages that open or close must not take the focus. Firefox does not support this.
  if (downloadPath !== undefined) await page.emulateFocusedPage(true);
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
