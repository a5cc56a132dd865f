// Would catch kinds of documents that look alike, or a colour that is hard to see.
import assert from 'node:assert/strict';
import { before, it } from 'mocha';
import type { Page } from 'puppeteer-core';
import type { Account } from '../../support/service.ts';
import { inBrowsers } from '../support/in-browsers.ts';
import { officeOf } from '../support/office.ts';

/** One name for each kind. */
const NAMES = [
  'archive.zip',
  'clip.mp4',
  'letter.docx',
  'list.xlsx',
  'mail.eml',
  'notes.txt',
  'page.html',
  'photo.png',
  'scan.pdf',
  'song.mp3',
  'talk.pptx',
  'what.xyz',
];
/** WCAG 2.2, 1.4.11 (icons) and 1.4.3 (initials). */
const MIN_OF_ICONS = 3;
const MIN_OF_TEXT = 4.5;

type Colour = readonly [red: number, green: number, blue: number];

function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colours of custom properties, as the page's theme has them. */
async function coloursOf(page: Page, names: readonly string[]): Promise<Colour[]> {
  return page.evaluate((all) => {
    const probe = document.body.appendChild(document.createElement('i'));
    const colours = all.map((name): [number, number, number] => {
      probe.style.color = `var(--${name})`;
      const [red = 0, green = 0, blue = 0] =
        getComputedStyle(probe)
          .color.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      return [red, green, blue];
    });
    probe.remove();
    return colours;
  }, names);
}

inBrowsers('icons of kinds', (setting) => {
  let anna: Account;

  before(async () => {
    anna = await setting().service.createUser('anna');
    const office = await officeOf(setting().service, anna);
    await office.folder('Folder');
    for (const name of NAMES) await office.upload(name, name);
  });

  it('differ in their shapes, and only unknown kinds are grey', async () => {
    const page = await setting().open(anna);
    await page.waitForSelector('.grid-row ::-p-text(what.xyz)');
    const icons = await page.$$eval('.grid-row', (rows) =>
      rows.map((row) => {
        const icon = row.querySelector('.entry-icon');
        const { color } = icon === null ? { color: '' } : getComputedStyle(icon);
        return {
          name: row.querySelector('a')?.textContent ?? '',
          shape: icon?.querySelector('path')?.getAttribute('d'),
          color,
        };
      }),
    );
    assert.equal(icons.length, NAMES.length + 1);
    assert.equal(new Set(icons.map(({ shape }) => shape)).size, icons.length);
    const grey = icons.find(({ name }) => name === 'what.xyz')?.color;
    assert.deepEqual(
      icons.filter(({ color }) => color === grey).map(({ name }) => name),
      ['what.xyz'],
    );
    assert.ok(new Set(icons.map(({ color }) => color)).size >= 8);
  });

  for (const theme of ['light', 'dark'])
    it(`have enough contrast in the ${theme} theme, as the circles of users have`, async () => {
      const page = await setting().open(anna);
      await page.evaluate((value) => {
        document.documentElement.dataset['theme'] = value;
      }, theme);
      const hues = ['blue', 'green', 'red', 'orange', 'purple', 'teal', 'pink', 'brown', 'muted'];
      const colours = await coloursOf(page, hues);
      const [onAccent = [0, 0, 0] as const, ...grounds] = await coloursOf(page, [
        'on-accent',
        'background',
        'surface',
        'hover',
        'selected',
      ]);
      for (const [index, colour] of colours.entries()) {
        for (const ground of grounds)
          assert.ok(contrastOf(colour, ground) >= MIN_OF_ICONS, `${String(hues[index])} on ${ground.join()}`);
        if (hues[index] !== 'muted')
          assert.ok(contrastOf(colour, onAccent) >= MIN_OF_TEXT, `initials on ${String(hues[index])}`);
      }
    });
});
