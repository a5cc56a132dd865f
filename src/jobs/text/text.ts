import { message } from '../../model/errors/messages.ts';
import { type Kind, kindOf } from '../formats/kind.ts';
import { Unreadable } from '../formats/unreadable.ts';
import { importOrExit } from '../import-or-exit.ts';
import { Collector } from './collector.ts';
import type { Reader } from './reader.ts';

/** Maximum nesting depth: attachments, their attachments, and one more level. */
const MAX_DEPTH = 3;
/** Maximum number of nested contents, so that an e-mail with millions of attachments takes limited time. */
const MAX_INNER = 100;
/** Additional cost of a nested content that cannot be read, because the attempt may have taken seconds. */
const COST_OF_FAILURE = 10;

/** Each reader is loaded on first use: all of them together take 20 MB of memory. */
const readers: Partial<Record<Kind, () => Promise<Reader>>> = {
  docx: async () => (await import('./word.ts')).readWord,
  eml: async () => (await import('./mail.ts')).readMail,
  html: async () => (await import('./html.ts')).readHtml,
  msg: async () => (await import('./outlook.ts')).readOutlook,
  odp: async () => (await import('./open-document.ts')).readOpenDocument,
  ods: async () => (await import('./open-document.ts')).readOpenDocumentSheets,
  odt: async () => (await import('./open-document.ts')).readOpenDocument,
  pdf: async () => (await import('./pdf.ts')).readPdf,
  pptx: async () => (await import('./slides.ts')).readSlides,
  rtf: async () => (await import('./rtf.ts')).readRtf,
  text: async () => (await import('./plain-text.ts')).readPlainText,
  xlsx: async () => (await import('./sheets.ts')).readSheets,
};

/**
 * Text of a content, at most 2 MiB of UTF-8; '' if the content has none. For a damaged content, the text that can be
 * read.
 * @throws {Unreadable} if the content is damaged or protected, and no text can be read
 */
export async function textOf(content: Uint8Array, kind: Kind): Promise<string> {
  const out = new Collector();
  let inner = 0;
  const read = async (content: Uint8Array, kind: Kind, depth: number): Promise<void> => {
    const load = readers[kind];
    const reader = load && (await importOrExit(load()));
    await reader?.(content, out, async (attached) => {
      if (depth === MAX_DEPTH || inner >= MAX_INNER) return;
      inner += 1;
      // An unreadable attachment must not prevent reading the rest of the e-mail.
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

/** Errors that a library throws while parsing are caused by the content. */
function asUnreadable(cause: unknown): Unreadable {
  return cause instanceof Unreadable ? cause : new Unreadable(message('file_damaged').text, { cause });
}
