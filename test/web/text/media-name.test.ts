// Would catch a media type without words, or with the wrong ones.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { mediaNameOf } from '../../../web/parts/display/media-name.ts';
import type { Language } from '../../../web/text/language.ts';
import { loadTexts, useLanguage } from '../../../web/text/text.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';

/** Name of the file, media type, in English, in German. */
const NAMES: readonly (readonly [name: string, type: string, en: string, de: string])[] = [
  ['a.docx', `${OFFICE}wordprocessingml.document`, 'Word document', 'Word-Dokument'],
  ['a.doc', 'application/msword', 'Word document', 'Word-Dokument'],
  ['a.xlsx', `${OFFICE}spreadsheetml.sheet`, 'Excel table', 'Excel-Tabelle'],
  ['a.pptx', `${OFFICE}presentationml.presentation`, 'PowerPoint presentation', 'PowerPoint-Präsentation'],
  ['a.odt', 'application/vnd.oasis.opendocument.text', 'ODT document', 'ODT-Dokument'],
  ['a', 'application/pdf', 'PDF document', 'PDF-Dokument'],
  ['a.jpg', 'image/jpeg', 'JPEG picture', 'JPEG-Bild'],
  ['a.heic', 'image/heic', 'HEIC picture', 'HEIC-Bild'],
  ['a.mp3', 'audio/mpeg', 'MP3 audio', 'MP3-Audio'],
  ['a.mov', 'video/quicktime', 'MOV video', 'MOV-Video'],
  ['a.zip', 'application/zip', 'ZIP archive', 'ZIP-Archiv'],
  ['a.7z', 'application/x-7z-compressed', '7Z archive', '7Z-Archiv'],
  ['a.epub', 'application/epub+zip', 'EPUB document', 'EPUB-Dokument'],
  ['a.eml', 'message/rfc822', 'E-mail', 'E-Mail'],
  ['a.txt', 'text/plain', 'Text file', 'Textdatei'],
  ['README', 'text/plain', 'Text file', 'Textdatei'],
  ['a.log', 'text/plain', 'LOG file', 'LOG-Datei'],
  ['a.ts', 'video/mp2t', 'TS file', 'TS-Datei'],
  ['a.b.dwgx', 'application/octet-stream', 'DWGX file', 'DWGX-Datei'],
  ['v1.final report', 'application/x-mystery', 'application/x-mystery', 'application/x-mystery'],
  ['.profile', 'application/octet-stream', 'application/octet-stream', 'application/octet-stream'],
];

describe('web/parts/display/media-name', () => {
  after(async () => {
    await useLanguage('en');
    Reflect.deleteProperty(globalThis, 'document');
  });

  for (const [language, column] of [
    ['en', 2],
    ['de', 3],
  ] as const satisfies readonly (readonly [Language, number])[])
    describe(language, () => {
      before(async () => {
        Object.assign(globalThis, { document: { documentElement: { lang: language } } });
        await useLanguage(language);
        await loadTexts('document');
      });

      for (const row of NAMES)
        it(`calls ${row[0]} (${row[1]}) ${row[column]}`, () => {
          assert.equal(mediaNameOf({ name: row[0], mime_type: row[1] }), row[column]);
        });
    });
});
