import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import { violationsOf } from './support/axe.ts';
import { inBrowsers } from './support/in-browsers.ts';
import { officeOf } from './support/office.ts';

const WIDTHS = [1440, 360];
const THEMES = ['light', 'dark'] as const;

/** A window, menu or pane: the page that it is opened from, and how. */
interface Opened {
  readonly path: string;
  readonly open: (page: Page) => Promise<void>;
  /** What is there when it is open. Default: a dialog. */
  readonly sign?: string;
  /** Width of the only screens that have it, in pixels. */
  readonly width?: number;
}

async function click(page: Page, ...selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) await page.locator(selector).click();
}

function choose(name: string, action: string): Opened['open'] {
  return (page) => click(page, `[aria-label="Actions for ${name}"]`, `[role=menuitem] ::-p-text(${action})`);
}

async function goToFirstRow(page: Page): Promise<void> {
  await page.waitForSelector('[role=grid] [role=gridcell] a');
  await page.focus('[role=grid]');
  await page.keyboard.press('Home');
  await page.waitForSelector('.grid-row.selected');
}

/** Picks a file whose name is taken. */
async function pickAgain(page: Page): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), 'dms-window-')), 'notes.txt');
  await writeFile(file, 'three\n');
  await page.waitForSelector('[role=grid] ::-p-text(notes.txt)');
  const input = await page.waitForSelector('input[type=file]:not([webkitdirectory])');
  const field = await input?.toElement('input');
  await field?.uploadFile(file);
}

function windowsOf(folder: string, file: string): ReadonlyMap<string, Opened> {
  const key = (name: 'F2' | ' ' | 'Delete') => async (page: Page) => {
    await goToFirstRow(page);
    await page.keyboard.press(name);
  };
  return new Map<string, Opened>([
    [
      'menu of an entry',
      {
        path: folder,
        sign: '[role=menu]',
        open: (page) => click(page, '[aria-label="Actions for notes.txt"]'),
      },
    ],
    [
      'menu of the account',
      {
        path: folder,
        sign: '[role=menu]',
        open: (page) => click(page, 'button[aria-label^="Account:"]'),
        width: 1440,
      },
    ],
    ['name as a field', { path: folder, sign: '.rename input', open: key('F2') }],
    ['toast', { path: folder, sign: '.toast', open: key('Delete') }],
    ['looking into a document', { path: folder, open: key(' '), sign: 'dialog[open] pre' }],
    ['details', { path: folder, sign: '.details dl', open: choose('notes.txt', 'Details') }],
    ['sharing', { path: folder, open: choose('notes.txt', 'Share') }],
    ['moving', { path: folder, open: choose('notes.txt', 'Move to') }],
    ['new folder', { path: folder, open: (page) => click(page, '.toolbar ::-p-text(New folder)') }],
    ['conflict of an upload', { path: folder, open: pickAgain }],
    [
      'keyboard help',
      {
        path: folder,
        open: async (page) => {
          await page.focus('body');
          await page.keyboard.type('?');
        },
        width: 1440,
      },
    ],
    [
      'what a search suggests',
      {
        path: folder,
        sign: '[role=listbox]',
        width: 1440,
        open: async (page) => {
          await page.locator('.search-box input').fill('notes');
        },
      },
    ],
    [
      'filters of a search',
      {
        path: '/search?q=notes',
        open: (page) => click(page, '.chip ::-p-text(Modified)', '[role=menuitem] ::-p-text(From … until …)'),
      },
    ],
    [
      'deleting a version',
      {
        path: `${file}?tab=versions`,
        open: (page) => click(page, '[aria-label="Delete version 1"]'),
      },
    ],
    ['purging', { path: '/trash', open: choose('gone.txt', 'Delete for good') }],
    [
      'emptying the trash',
      { path: '/trash', open: (page) => click(page, '.toolbar ::-p-text(Empty trash)') },
    ],
    ['new token', { path: '/account/tokens', open: (page) => click(page, 'button ::-p-text(New token)') }],
    [
      'second factor',
      { path: '/account/security', open: (page) => click(page, 'button ::-p-text(Use an app)') },
    ],
    ['inviting', { path: '/admin/people', open: (page) => click(page, 'button ::-p-text(Invite)') }],
    ['editing a person', { path: '/admin/people', open: choose('anna', 'Edit') }],
    ['deleting a person', { path: '/admin/people', open: choose('anna', 'Delete account') }],
  ]);
}

inBrowsers(
  'accessibility of windows, menus and panes',
  (setting) => {
    before(() => setting().service.createUser('anna'));

    async function windows(title: string): Promise<ReadonlyMap<string, Opened>> {
      const { service } = setting();
      const office = await officeOf(service, service.admin);
      const folder = await office.folder(title);
      const id = await office.upload('notes.txt', 'one\n', folder);
      await office.upload('notes.txt', 'two\n', folder);
      await office.upload('a.txt', 'the first\n', folder);
      const gone = await office.upload('gone.txt', 'gone', folder);
      await office.call('DELETE', `/documents/${String(gone)}`);
      return windowsOf(`/folders/${String(folder)}`, `/documents/${String(id)}`);
    }

    for (const width of WIDTHS)
      for (const theme of THEMES)
        it(`axe finds nothing wrong with any of them: ${String(width)} px, ${theme}`, async () => {
          const { service } = setting();
          const opened = await windows(`${theme} ${String(width)}`);
          for (const [name, { path, open: act, sign = 'dialog[open]', width: only = width }] of opened) {
            if (only !== width) continue;
            const page = await setting().open(service.admin, path, { width, theme });
            try {
              await act(page);
              await page.waitForSelector(sign);
            } catch (error) {
              throw new Error(`${name} was not opened`, { cause: error });
            }
            assert.deepEqual(await violationsOf(page), [], name);
            await page.close();
          }
        });
  },
  { browsers: ['chromium'] },
);
