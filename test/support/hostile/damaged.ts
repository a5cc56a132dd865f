import { readdirSync, readFileSync } from 'node:fs';
import { pdfWithPages, textDrawing } from '../contents/pdf.ts';
import { type HostileContents, randomNumbers } from './hostile.ts';

const MUTATIONS = 200;
const SEED = 20_261_122;
const FIXTURES = new URL('../../fixtures/', import.meta.url);

const MAIL = `From: a@example.org
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<p>Gr=FC=DFe
--b
Content-Disposition: attachment; filename=a.rtf
Content-Transfer-Encoding: base64

e1xydGYxIEdyXCdmY1wnZGZlfQ==
--b--
`;

interface Sample {
  readonly name: string;
  readonly content: Buffer;
}

/** A valid content of each format. */
function samples(): readonly Sample[] {
  const files = ['office/', 'pictures/'].flatMap((folder) =>
    readdirSync(new URL(folder, FIXTURES)).map((name) => ({
      name,
      content: readFileSync(new URL(folder + name, FIXTURES)),
    })),
  );
  return [
    ...files,
    { name: 'sheet.pdf', content: pdfWithPages([textDrawing('Hello'), textDrawing('World')]) },
    { name: 'mail.eml', content: Buffer.from(MAIL) },
    { name: 'page.html', content: Buffer.from('<!DOCTYPE html><title>x</title><p>Grüße &amp; mehr') },
    { name: 'text.txt', content: Buffer.from('Größe und Maß der Straße', 'latin1') },
  ];
}

/** Valid contents that were truncated, combined with the beginning of another content, or changed in a few bytes. */
export function* damagedContents(): HostileContents {
  const all = samples();
  for (const { name, content } of all) {
    for (const tenth of [1, 3, 5, 7, 9])
      yield {
        name: `${name}, ${tenth} tenths`,
        content: () => content.subarray(0, Math.floor((content.length * tenth) / 10)),
      };
  }
  for (const [index, { name, content }] of all.entries()) {
    // The first bytes indicate one format; the rest is another.
    const other = all[(index + 1) % all.length]?.content ?? content;
    const mixed = () => Buffer.concat([content.subarray(0, 64), other]);
    yield { name: `${name}, with another content behind its beginning`, content: mixed };
  }
  const random = randomNumbers(SEED);
  for (let mutation = 0; mutation < MUTATIONS; mutation += 1) {
    const { name, content } = all[mutation % all.length] ?? { name: '', content: Buffer.alloc(1) };
    // Made for each, so that the next choices are the same.
    const changed = mutated(content, random);
    yield { name: `${name}, mutation ${mutation}`, content: () => changed };
  }
}

function mutated(content: Buffer, random: (below: number) => number): Buffer {
  const copy = Buffer.from(content);
  for (let left = random(12); left >= 0; left -= 1) {
    const start = random(copy.length);
    copy.fill(random(256), start, Math.min(start + 1 + random(4), copy.length));
  }
  return copy;
}
