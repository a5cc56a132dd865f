import { Readable } from 'node:stream';
import type { OpenedDocument } from '../../core/entries/entries.ts';
import { preconditionFails, validatorsOf } from '../../http/content/etag.ts';
import type { Entry } from '../../model/entries/entry.ts';
import { DavError, sendResponse } from '../protocol/protocol.ts';
import {
  isInHistory,
  type RequestContext,
  readDestination,
  readOverwrite,
  refuseHistory,
} from '../request/request.ts';

/** Bytes of a content that are in memory at the same time. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * COPY of a document from an earlier time to the drive: a new document, or the next version of the document there.
 * @param entry the entry at that time
 * @param at milliseconds UTC
 * @throws {DavError} 400 | 403 (a folder; a destination at an earlier time) | 409 | 412 | 502
 * @throws {DmsError} errors of an upload
 */
export async function copyBack(context: RequestContext, entry: Entry, at: number): Promise<void> {
  const { dms, actor, request, response } = context;
  const destinationPath = readDestination(request.headers, context);
  if (isInHistory(context, destinationPath)) refuseHistory();
  if (entry.kind === 'folder')
    throw new DavError(403, 'From .history, only documents can be copied. Copy the documents of the folder.');
  const { segments: destination, slash } = destinationPath;
  if (slash) throw new DavError(409, 'The destination of a document must not end with a slash.');
  if (preconditionFails(request.headers, validatorsOf(entry))) throw notMet();
  const target = { path: destination };
  const { content, document } = dms.earlierDrive.open(actor, at, entry.id);
  const overwrite = readOverwrite(request.headers);
  const expect = (current: Entry | undefined): void => {
    if (current && !overwrite) throw new DavError(412, 'The destination already exists.');
    // The user may have lost the document while it was copied.
    dms.earlierDrive.open(actor, at, entry.id);
  };
  const { mimeType, modifiedAt } = document;
  const options = { mimeType, modifiedAt, continuesHistory: true, expect };
  const upload = dms.uploads.begin(actor);
  try {
    dms.uploads.authorise(actor, target, { size: content.size, upload, expect });
    const source = Readable.from(chunksOf(content), { objectMode: false });
    const received = await dms.uploads.receive(actor, source, { upload, expectedBytes: content.size });
    try {
      const { outcome } = await dms.uploads.store(actor, target, received, options);
      sendResponse(response, outcome === 'created' ? 201 : 204);
    } finally {
      // No effect if a document uses the content by now.
      await received.discard();
    }
  } finally {
    upload.end();
  }
}

async function* chunksOf(content: OpenedDocument['content']): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.size; start += CHUNK_BYTES) {
    const chunks: Buffer[] = [];
    const range = { start, end: Math.min(start + CHUNK_BYTES, content.size) - 1 };
    // The memory of a chunk is used again for the next one.
    await content.read(range, (chunk) => {
      chunks.push(Buffer.from(chunk));
      return Promise.resolve();
    });
    yield* chunks;
  }
}

function notMet(): DavError {
  return new DavError(412, 'A precondition of the request is not met.');
}
