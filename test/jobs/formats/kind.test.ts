import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { beginsAsOther, kindOf } from '../../../src/jobs/formats/kind.ts';
import { part, zip } from '../../support/contents/zip.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
const office = (type: string, main: string) =>
  zip([
    part('[Content_Types].xml', `<Types><Override PartName="/${main}" ContentType="${type}"/></Types>`),
    part(main, '<x/>'),
  ]);
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
const slidesType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml';
const openDocument = (type: string) =>
  zip([part('mimetype', `application/vnd.oasis.opendocument.${type}`), part('content.xml', '<x/>')]);

describe('the kind of a content', () => {
  const known: Record<string, [string, Buffer][]> = {
    empty: [['nothing', Buffer.alloc(0)]],
    pdf: [
      ['a PDF', latin1('%PDF-1.7\n%âãÏÓ\n')],
      ['a PDF behind other bytes', latin1('\0\0junk\n%PDF-1.4\n')],
    ],
    docx: [['a document of Word', office(wordType, 'word/document.xml')]],
    xlsx: [['a workbook', office(sheetType, 'xl/workbook.xml')]],
    pptx: [['a presentation', office(slidesType, 'ppt/presentation.xml')]],
    odt: [['an OpenDocument text', openDocument('text')]],
    ods: [['an OpenDocument spreadsheet', openDocument('spreadsheet')]],
    odp: [['an OpenDocument presentation', openDocument('presentation')]],
    rtf: [['rich text', latin1('{\\rtf1\\ansi Hello}')]],
    eml: [
      ['a mail', latin1('Received: from x\r\n by y\r\nFrom: a@b.c\r\nSubject: x\r\n\r\nHello')],
      ['a mail with raw bytes in it', latin1(`From: a@b.c\nSubject: x\n\n${'\0\u0001\u0002'.repeat(99)}`)],
    ],
    html: [
      ['a page', latin1('<!DOCTYPE html><title>x</title>')],
      ['a page behind a comment', latin1('<!-- saved -->\n<HTML><body>x')],
      ['a page in UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<html>ä', 'utf16le')])],
    ],
    text: [
      ['UTF-8', Buffer.from('Grüße, 文書, δοκιμή')],
      ['UTF-8 that is cut inside a character', Buffer.from('Grüße, 文書').subarray(0, -1)],
      ['windows-1252', latin1('Größe und Maß der Straße')],
      ['UTF-16 without a mark', Buffer.from('Größe und Maß', 'utf16le')],
      ['UTF-16 of the other order', bigEndian('Größe und Maß')],
      ['text that begins like a bitmap', latin1('BMW und Müller')],
      ['text that begins like a program', latin1('MZ ist eine Abkürzung')],
      ['text of a colour terminal', latin1('\u001b[31mred\u001b[0m\n')],
      ['a note that begins with a word and a colon', latin1('Note: call Ann\nTo do: nothing\n')],
      ['comments that never end', latin1('<!-- '.repeat(100_000))],
      ['nothing but comments', latin1('<!-- x -->'.repeat(100_000))],
      ['one letter', latin1('a')],
      ['XML', latin1('<?xml version="1.0"?><order/>')],
      ['JSON', latin1('{"a": [1, 2]}')],
    ],
    jpeg: [['a photograph', Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')]],
    gif: [['a GIF', Buffer.from('47494638396101000100800000ffffff00000021', 'hex')]],
    tiff: [['a TIFF', Buffer.from('49492a000800000000000000', 'hex')]],
    other: [
      ['random bytes', randomBytes(4096)],
      ['a program', Buffer.from('7f454c4602010100000000000000000002003e00', 'hex')],
      ['an archive of other files', zip([part('a.txt', 'Hello')])],
      ['zeros', Buffer.alloc(5000)],
    ],
  };
  for (const [kind, contents] of Object.entries(known)) {
    for (const [name, content] of contents) {
      it(`of ${name} is ${kind}`, async () => {
        assert.equal(await kindOf(content), kind);
      });
    }
  }

  it('of compound files is told by what is in them', async () => {
    const compound = (name: string) =>
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(504),
        Buffer.from(name, 'utf16le'),
      ]);
    assert.equal(await kindOf(compound('__properties_version1.0')), 'msg');
    assert.equal(await kindOf(compound('EncryptedPackage')), 'docx');
    assert.equal(await kindOf(compound('WordDocument')), 'other');
  });

  it('is other for certain by the first bytes alone, if nothing later can make it known', async () => {
    const grown = (start: Buffer) => Buffer.concat([start, Buffer.alloc(2 ** 19, 1)]);
    const film = Buffer.from('000000186674797069736f6d0000020069736f6d6d703431', 'hex');
    for (const head of [randomBytes(2 ** 19), grown(film), grown(Buffer.from('1f8b080000000000', 'hex'))])
      assert.equal(await beginsAsOther(head), true);
    for (const [name, start] of Object.values(known).flat()) {
      const isKnown = (await kindOf(start)) !== 'other' || name.startsWith('an archive');
      if (isKnown) assert.equal(await beginsAsOther(start), false, name);
    }
    // The directory of a TIFF and of an archive may come last.
    for (const start of ['49492a00f0ffff00', '4d4d002a00fffff0', '504b0304', 'd0cf11e0a1b11ae1'])
      assert.equal(await beginsAsOther(grown(Buffer.from(start, 'hex'))), false, start);
  });

  it('of any piece of any content is found without an error', async () => {
    for (const [name, content] of Object.values(known).flat()) {
      for (let length = 0; length < content.length; length += Math.max(7, Math.floor(content.length / 50))) {
        assert.ok(await kindOf(content.subarray(0, length)), `${name}, ${length} bytes`);
      }
    }
  });
});
