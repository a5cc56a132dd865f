import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { type Kind, kindOf } from '../../../src/jobs/formats/kind.ts';
import { Unreadable } from '../../../src/jobs/formats/unreadable.ts';
import { textOf } from '../../../src/jobs/text/text.ts';
import { outlookMail } from '../../support/contents/outlook.ts';
import { pdfWithPages, textDrawing } from '../../support/contents/pdf.ts';

const folder = new URL('../../fixtures/office/', import.meta.url);
const MUTATIONS = 200;

async function samples(): Promise<Map<string, Buffer>> {
  const names = await readdir(folder);
  const files = names.map(
    async (name): Promise<[string, Buffer]> => [name, await readFile(new URL(name, folder))],
  );
  const found = new Map(await Promise.all(files));
  const letter = found.get('letter.docx')?.toString('base64') ?? '';
  const mail = `From: a@b.c\nSubject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nHello\n--b
Content-Disposition: attachment; filename=letter.docx\nContent-Transfer-Encoding: base64\n\n${letter}\n--b--\n`;
  return found
    .set('a mail', Buffer.from(mail))
    .set(
      'a page',
      Buffer.from('<!DOCTYPE html><title>x</title><script>1</script><p>Grüße &amp; Co &#228;</p>'),
    )
    .set('a text', Buffer.from('Größe und Maß der Straße', 'latin1'))
    .set(
      'a mail of Outlook',
      outlookMail({
        properties: [
          ['0037001F', 'Hello'],
          ['1000001F', 'x'.repeat(9000)],
        ],
      }),
    )
    .set('a PDF', pdfWithPages([textDrawing('Hello'), textDrawing('World')]));
}

/** Reads a content as what it was, and as what it is. Every error but a reason for users fails the test. */
async function ends(content: Buffer, was: Kind, what: string): Promise<void> {
  for (const kind of new Set([was, await kindOf(content)])) {
    try {
      assert.equal(typeof (await textOf(content, kind)), 'string');
    } catch (error) {
      assert.ok(error instanceof Unreadable, `${what} as ${kind}: ${String(error)}`);
      assert.match(error.message, /^The [^/]+\.$/);
    }
  }
}

/** The same numbers in each run (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function mutated(content: Buffer, number: (below: number) => number): Buffer {
  const copy = Buffer.from(content);
  for (let change = 0; change <= number(8); change += 1) {
    const position = number(copy.length);
    copy.fill(number(256), position, Math.min(position + 1 + number(4), copy.length));
  }
  return copy;
}

describe('a damaged content', () => {
  it('that is cut off ends with its text or a reason', async () => {
    for (const [name, content] of await samples()) {
      const kind = await kindOf(content);
      for (let tenth = 0; tenth <= 10; tenth += 1) {
        const length = Math.floor((content.length * tenth) / 10);
        await ends(content.subarray(0, length), kind, `${name}, ${length} bytes`);
      }
    }
  });

  it('with bytes that were changed ends with its text or a reason', async () => {
    const number = numbers(20_260_301);
    const all = [...(await samples())];
    for (let mutation = 0; mutation < MUTATIONS; mutation += 1) {
      const [name, content] = all[mutation % all.length] ?? assert.fail();
      await ends(mutated(content, number), await kindOf(content), `${name}, mutation ${mutation}`);
    }
  });

  it('that is of another format ends with its text or a reason', async () => {
    const all = await samples();
    for (const [name, content] of all) {
      for (const other of all.values()) await ends(content, await kindOf(other), name);
    }
  });
});
