import assert from 'node:assert/strict';
import { ChildWatch } from '../../scripts/text-extraction/child.ts';
import { Office, type Outcome } from '../../scripts/text-extraction/office.ts';
import { hostileArchives } from '../support/hostile/archives.ts';
import { damagedContents } from '../support/hostile/damaged.ts';
import type { HostileContents } from '../support/hostile/hostile.ts';
import { hostilePdfs } from '../support/hostile/pdfs.ts';
import { hostilePictures } from '../support/hostile/pictures.ts';
import { hostileTexts } from '../support/hostile/texts.ts';

const MEBIBYTE = 2 ** 20;
/** Memory limit of the service, whatever the contents do to the process that reads them. */
const SERVICE_BYTES = 512 * MEBIBYTE;
const REASON = /^[A-Z][^/\\\n]+\.$/;

function isWhole({ text, text_reason, thumbnail, thumbnail_reason }: Outcome): boolean {
  const ends = [
    [text, text_reason],
    [thumbnail, thumbnail_reason],
  ] as const;
  return ends.every(([state, reason]) =>
    state === 'failed' ? REASON.test(reason ?? '') : state !== 'pending' && reason === null,
  );
}

/**
 * Defines the tests of hostile contents: each must end with a result or a reason, without side effects.
 * @param isChosen selects contents by their position within their kind
 */
export function testHostileContents(isChosen: (index: number) => boolean): void {
  let office: Office;
  let child: ChildWatch;
  let uploaded = 0;

  before(async () => {
    office = await Office.open({ DMS_JOBS_TIMEOUT_SECONDS: '30' });
    child = new ChildWatch(() => office.service.pid);
  });
  after(async () => {
    child.stop();
    await office.dispose();
  });

  /** Uploads all contents, waits until they are read, and asserts that each ended well and without side effects. */
  async function allEnd(contents: HostileContents): Promise<void> {
    const names = new Map<string, string>();
    let index = -1;
    for (const { name, content } of contents) {
      index += 1;
      if (!isChosen(index)) continue;
      const number = String(uploaded + names.size);
      await office.put(number, content());
      names.set(number, name);
    }
    await office.settled();
    assert.ok(names.size > 0);
    uploaded += names.size;
    const outcomes = await office.outcomes();
    assert.equal(outcomes.size, uploaded);
    const open = [...outcomes].flatMap(([number, outcome]) =>
      isWhole(outcome) ? [] : [{ name: names.get(number), ...outcome }],
    );
    assert.deepEqual(open, []);
    const memory = office.service.peakMemory();
    assert.ok(memory < SERVICE_BYTES, `the service took ${Math.round(memory / MEBIBYTE)} MiB`);
    assert.doesNotMatch(office.service.log, /"level":(50|60)/);
    const { directory } = office.service;
    const forbidden = [...child.open].filter(
      (file) => file.startsWith(directory) || file === 'tcp' || file === 'udp',
    );
    assert.deepEqual(forbidden, []);
    assert.ok(child.open.size > 0);
  }

  it('that unpack to very much end', () => allEnd(hostileArchives()));
  it('that are PDFs end', () => allEnd(hostilePdfs()));
  it('that are pictures end', async () => allEnd(await hostilePictures()));
  it('that are texts, pages and mails end', () => allEnd(hostileTexts()));
  it('that are damaged end', () => allEnd(damagedContents()));

  it('that are good are read and found afterwards', async () => {
    await office.put('good', Buffer.from('Wiesbaden'));
    await office.settled();
    assert.deepEqual([...(await office.find('wiesbaden'))], ['good']);
  });
}
