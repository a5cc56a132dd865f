import { message } from '../../model/messages.ts';
import { type Kind, kindOf } from '../formats/kind.ts';
import { Unreadable } from '../formats/unreadable.ts';
import { Collector } from './collector.ts';
import { readHtml } from './html.ts';
import { readMail } from './mail.ts';
import { readOpenDocument, readOpenDocumentSheets } from './open-document.ts';
import { readOutlook } from './outlook.ts';
import { readPdf } from './pdf.ts';
import { readPlainText } from './plain-text.ts';
import type { Reader } from './reader.ts';
import { readRtf } from './rtf.ts';
import { readSheets } from './sheets.ts';
import { readSlides } from './slides.ts';
import { readWord } from './word.ts';

/** A mail, its attachments, and what is attached to these. */
const MAX_DEPTH = 3;
/** Contents that are read in one content, so that a mail of millions of attachments ends. */
const MAX_INNER = 100;
/** One that cannot be read counts as ten, as it may have taken seconds to find out. */
const COST_OF_FAILURE = 10;

const readers: Partial<Record<Kind, Reader>> = {
  docx: readWord,
  eml: readMail,
  html: readHtml,
  msg: readOutlook,
  odp: readOpenDocument,
  ods: readOpenDocumentSheets,
  odt: readOpenDocument,
  pdf: readPdf,
  pptx: readSlides,
  rtf: readRtf,
  text: readPlainText,
  xlsx: readSheets,
};

/**
 * The text of a content, at most 2 MiB of UTF-8, or '' if it has none. Of a damaged content the text that can
 * be read.
 * @throws {Unreadable} if the content is damaged or protected so that there is no text
 */
export async function textOf(content: Uint8Array, kind: Kind): Promise<string> {
  const out = new Collector();
  let inner = 0;
  const read = async (content: Uint8Array, kind: Kind, depth: number): Promise<void> => {
    await readers[kind]?.(content, out, async (attached) => {
      if (depth === MAX_DEPTH || inner >= MAX_INNER) return;
      inner += 1;
      // An attachment that cannot be read hides nothing of the mail.
      await read(attached, await kindOf(attached), depth + 1).catch(() => {
        inner += COST_OF_FAILURE;
      });
    });
  };
  try {
    await read(content, kind, 0);
  } catch (cause) {
    if (out.isEmpty) throw asUnreadable(cause);
  }
  return out.text();
}

/** Whatever a library throws over bytes of its format is about these bytes. */
function asUnreadable(cause: unknown): Unreadable {
  return cause instanceof Unreadable ? cause : new Unreadable(message('file_damaged').text, { cause });
}
