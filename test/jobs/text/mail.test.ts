import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { kindOf } from '../../../src/jobs/formats/kind.ts';
import { textOf } from '../../../src/jobs/text/text.ts';

const read = async (mail: string) => textOf(Buffer.from(mail, 'latin1'), await kindOf(Buffer.from(mail)));
const head =
  'From: =?utf-8?Q?J=C3=B6rg?= <joerg@example.org>\r\nTo: ann@example.org, Ben <ben@example.org>\r\n';
const mixed = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary="b"\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`;
const attachment = (name: string, content: Buffer) =>
  `Content-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}`;
/** A mail that holds mails, one within the other. */
const nested = (depth: number): string =>
  `From: a@b.c\r\nSubject: depth ${depth}\r\n${depth === 0 ? '\r\nend' : mixed(attachment(`${depth}.eml`, Buffer.from(nested(depth - 1))))}`;

describe('the text of a mail', () => {
  it('has subject, people, date and body', async () => {
    const subject = 'Subject: =?iso-8859-1?Q?Gr=FC=DFe?=\r\nDate: Tue, 3 Feb 2026 10:00:00 +0100\r\n';
    const body = 'Content-Type: text/plain; charset=iso-8859-1\r\n\r\nDie Größe';
    const text = await read(`${head}${subject}${body}`);
    assert.deepEqual(text.split('\n'), [
      'Grüße',
      'Jörg joerg@example.org',
      'ann@example.org',
      'Ben ben@example.org',
      '2026-02-03T09:00:00.000Z',
      '',
      'Die Größe',
    ]);
  });

  it('has the text of a body in HTML', async () => {
    const text = await read(`${head}Content-Type: text/html\r\n\r\n<style>no</style><p>Hallo <b>Ann</b></p>`);
    assert.match(text, /\n\nHallo Ann$/);
  });

  it('has the names and texts of attachments', async () => {
    const letter = await readFile(new URL('../../fixtures/office/letter.docx', import.meta.url));
    const text = await read(
      `${head}${mixed(
        'Content-Type: text/plain\r\n\r\nSiehe Anlage',
        attachment('Vertrag.docx', letter),
        attachment('Bild.png', Buffer.from('89504e470d0a1a0a', 'hex')),
        attachment('kaputt.docx', letter.subarray(0, 5000)),
        attachment('Notiz.txt', Buffer.from('Größe', 'latin1')),
      )}`,
    );
    assert.match(text, /Siehe Anlage\n\nVertrag\.docx\nMietvertrag\n/);
    assert.match(text, /\n\nBild\.png\n\nkaputt\.docx\n\nNotiz\.txt\nGröße$/);
  });

  it('has the mails in it, three deep', async () => {
    const text = await read(nested(6));
    for (const depth of [6, 5, 4, 3]) assert.ok(text.includes(`depth ${depth}`), text);
    assert.ok(!text.includes('depth 2'), text);
  });

  it('reads a hundred attachments, and the names of the others', async () => {
    const parts = Array.from({ length: 200 }, (_, index) =>
      attachment(`${index}.txt`, Buffer.from(`text ${index}`)),
    );
    const text = await read(`${head}${mixed(...parts)}`);
    assert.ok(text.includes('99.txt\ntext 99\n'));
    assert.ok(text.includes('199.txt') && !text.includes('text 100\n'));
  });

  it('reads no more attachments after ten that cannot be read', async () => {
    const office = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    const broken = attachment('x.docx', office);
    const parts = (count: number) => [
      ...Array.from({ length: count }, () => broken),
      attachment('a.txt', Buffer.from('end')),
    ];
    assert.match(await read(`${head}${mixed(...parts(5))}`), /end$/);
    assert.match(await read(`${head}${mixed(...parts(15))}`), /a\.txt$/);
  });

  it('of millions of lines is that of the first ones', async () => {
    const text = await read(`${head}\r\n${'x\n'.repeat(5_000_000)}`);
    assert.ok(text.length > 190_000);
  });
});
