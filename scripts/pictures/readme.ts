/**
 * Screenshots for the README: a small office and the pages that show it. `npm run web:look -- --readme` writes them to
 * `docs/pictures`.
 */
import type { Browser, Page } from 'puppeteer-core';
import type { Dms } from '../../src/core/dms.ts';
import { render } from '../../src/jobs/child/render.ts';
import { bytesOf } from '../../test/support/bytes.ts';
import { pdfWithPages } from '../../test/support/contents/pdf.ts';
import { indexAll } from '../../test/support/renditions/renditions.ts';
import { type Account, startService } from '../../test/support/service.ts';
import { visit } from '../../test/web/support/browsers.ts';
import { type Office, officeOf } from '../../test/web/support/office.ts';
import { openAs } from '../../test/web/support/sign-in.ts';

const FOLDER = 'docs/pictures';
const THEMES = ['light', 'dark'] as const;
const VIEWPORT = { width: 1280, height: 760, deviceScaleFactor: 1.5 };
const QUALITY = 82;
const SETTLED_MS = 800;
const HOUR_MS = 3_600_000;
const MOST_ROWS = 20;

const OFFER = [
  ['F1', 22, 60, 760, 'Werner Architekten'],
  ['F1', 10, 60, 742, 'Lindenstrasse 12 \\267 10969 Berlin'],
  ['F1', 10, 60, 690, 'Stadtwerke Nordhausen'],
  ['F1', 10, 60, 676, 'Frau Dr. Keller'],
  ['F1', 10, 60, 662, 'Am Markt 4, 99734 Nordhausen'],
  ['F1', 10, 430, 662, '24 November 2026'],
  ['F1', 16, 60, 610, 'Offer 2026-118: office extension'],
  ['F1', 11, 60, 578, 'Thank you for your enquiry. We offer the following services:'],
  ['F1', 11, 60, 538, 'Survey of the existing building'],
  ['F1', 11, 460, 538, '4,800.00'],
  ['F1', 11, 60, 514, 'Design, plans 1:100'],
  ['F1', 11, 460, 514, '18,200.00'],
  ['F1', 11, 60, 490, 'Building application'],
  ['F1', 11, 460, 490, '6,400.00'],
  ['F1', 11, 60, 466, 'Supervision of works'],
  ['F1', 11, 460, 466, '21,500.00'],
  ['F1', 13, 60, 426, 'Total, net (EUR)'],
  ['F1', 13, 455, 426, '50,900.00'],
  ['F1', 11, 60, 380, 'The offer is valid until 31 January 2027.'],
  ['F1', 11, 60, 330, 'Anna Werner'],
] as const;

const LEASE = [
  'Lease for the office at Lindenstrasse 12, Berlin',
  '',
  '1. Rooms',
  'The landlord lets the rooms on the second floor, 184 square metres.',
  '',
  '2. Term',
  'The lease begins on 1 January 2027 and ends on 31 December 2029.',
  'It continues for one year unless a party gives notice six months before.',
  '',
  '3. Rent',
  'The rent is 2,150 euros a month, due on the third working day.',
  'Heating and water are charged by consumption.',
  '',
  '4. Repairs',
  'The tenant carries out small repairs up to 150 euros each.',
  '',
  '5. Subletting',
  'Subletting requires the written consent of the landlord.',
];

/** Changes that the other party made after the call. */
const LEASE_CHANGES: Readonly<Record<string, readonly string[]>> = {
  'The lease begins on 1 January 2027 and ends on 31 December 2029.': [
    'The lease begins on 1 February 2027 and ends on 31 January 2032.',
  ],
  'The rent is 2,150 euros a month, due on the third working day.': [
    'The rent is 2,080 euros a month, due on the third working day.',
    'It stays the same for the first two years.',
  ],
  'The tenant carries out small repairs up to 150 euros each.': [
    'The tenant carries out small repairs up to 100 euros each, 500 euros a year.',
  ],
};

function offer(): Uint8Array<ArrayBuffer> {
  const text = OFFER.map(
    ([font, size, x, y, words]) => `/${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${words}) Tj`,
  );
  const lines = '0.16 0.36 0.55 rg 60 730 475 2 re f 0.75 G 60 452 m 535 452 l S 0 g';
  return new Uint8Array(pdfWithPages([`${lines} BT ${text.join(' ')} ET`]));
}

/** Fills the office; `at` sets its clock to that many hours ago. @returns the id of the document with two versions */
async function fill(office: Office, at: (hoursAgo: number) => void): Promise<number> {
  at(130);
  await office.call('PATCH', '/account', { name: 'Anna Werner' });
  for (const name of ['Angebote', 'Personal', 'Vorlagen']) await office.folder(name);
  at(99);
  const contracts = await office.folder('Verträge 2026');
  for (const name of ['Invoices 2026', 'Photos of the site']) await office.folder(name);
  await office.upload('Budget 2027.xlsx', new Uint8Array(48_200));
  at(75);
  const lease = await office.upload('Lease Lindenstraße 12.txt', LEASE.join('\n'));
  await office.upload('Grundriss 2. OG.dwg', new Uint8Array(1_840_000));
  at(52);
  await office.upload('Präsentation Stadtwerke.pptx', new Uint8Array(3_410_000));
  await office.upload('Protokoll Baubesprechung.docx', new Uint8Array(31_700));
  at(27);
  const pdf = await office.upload('Angebot 2026-118 Büroerweiterung.pdf', offer());
  await office.call('PATCH', `/documents/${String(pdf)}`, {
    title: 'Offer for the office extension',
    comments: 'Sent to Dr. Keller. Valid until 31 January 2027.',
  });
  await office.upload('Rechnung 2026-0341 Müller & Söhne.pdf', offer(), contracts);
  at(3);
  await office.upload(
    'Lease Lindenstraße 12.txt',
    LEASE.flatMap((line) => LEASE_CHANGES[line] ?? [line]).join('\n'),
  );
  await office.upload('site-plan.png', new Uint8Array(412_000));
  at(0);
  return lease;
}

async function showDetails(page: Page, name: string): Promise<void> {
  await page.locator(`[role=grid] ::-p-text(${name})`).wait();
  await page.focus('[role=grid]');
  await page.keyboard.press('Home');
  const selected = `.grid-row.selected ::-p-text(${name})`;
  for (let row = 0; row < MOST_ROWS && (await page.$(selected)) === null; row += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.down('Alt');
  await page.keyboard.press('KeyI');
  await page.keyboard.up('Alt');
  await page.waitForSelector('.details-pane img');
}

/** Renders the texts and thumbnails of all documents. */
async function renderAll(dms: Dms): Promise<void> {
  await indexAll(dms);
  for (let task = await dms.renditionQueue.next(); task; task = await dms.renditionQueue.next()) {
    const content = await bytesOf(dms.renditionQueue.content(task.sha256));
    const { rendered } = await render(content, ['text', 'thumbnail'], undefined);
    await dms.renditionQueue.done(task, rendered);
  }
  await indexAll(dms);
}

/** Takes all screenshots of the README. */
export async function takeReadmePictures(browser: Browser): Promise<void> {
  let hoursAgo = 0;
  const service = await startService({ now: () => Date.now() - hoursAgo * HOUR_MS });
  try {
    const anna: Account = await service.createUser('anna');
    const office = await officeOf(service, anna);
    const lease = await fill(office, (hours) => {
      hoursAgo = hours;
    });
    await renderAll(service.dms);
    const shots = [
      { name: 'list', path: '/', prepare: (page: Page) => showDetails(page, 'Angebot 2026-118') },
      {
        name: 'versions',
        path: `/documents/${String(lease)}/compare?from=1&to=2`,
        prepare: (page: Page) => page.waitForSelector('table.side'),
      },
    ];
    for (const { name, path, prepare } of shots)
      for (const theme of THEMES) {
        const opened = await visit(browser);
        await opened.page.setViewport(VIEWPORT);
        await opened.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
        await openAs(opened.page, service, anna, path);
        await prepare(opened.page);
        await opened.page.waitForNetworkIdle({ idleTime: SETTLED_MS });
        const file = `${FOLDER}/${name}-${theme}.webp` as const;
        await opened.page.screenshot({ path: file, type: 'webp', quality: QUALITY });
        console.log(file, ...opened.faults);
        await opened.close();
      }
  } finally {
    await service.stop();
  }
}
