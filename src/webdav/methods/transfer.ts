import type { OutgoingHttpHeaders } from 'node:http';
import type { PathEntry } from '../../core/browse/browse.ts';
import { etagOf } from '../../http/content/etag.ts';
import type { Entry } from '../../model/entries/entry.ts';
import { DmsError } from '../../model/errors/errors.ts';
import { DavError } from '../protocol/protocol.ts';
import {
  isInHistory,
  locateExisting,
  type RequestContext,
  readDestination,
  readOverwrite,
  refuseHistory,
} from '../request/request.ts';

/** Source and destination of a COPY or MOVE. */
export interface Transfer {
  readonly source: PathEntry;
  /** Names of the destination path, from the mount root downwards. */
  readonly destination: readonly string[];
  /** True if the request may replace an entry at the destination. */
  readonly overwrite: boolean;
}

/**
 * Reads the source and the headers of a COPY or MOVE (RFC 4918 §9.8, §9.9). The core checks the destination
 * later.
 * @throws {DavError} 400 | 403 (the mount root, the drive at earlier times) | 404 | 409 | 502
 */
export function readTransfer(context: RequestContext): Transfer {
  const { dms, actor, request } = context;
  const destinationPath = readDestination(request.headers, context);
  const { segments: destination, slash } = destinationPath;
  if (isInHistory(context, destinationPath)) refuseHistory();
  const overwrite = readOverwrite(request.headers);
  const source = locateExisting(context);
  if (slash && source.entry.kind === 'file' && dms.tree.resolve(actor, destination) === undefined) {
    throw new DavError(409, 'The destination of a document must not end with a slash.');
  }
  return { source, destination, overwrite };
}

/** Headers that the extension of the address adds to the response. @param entry at the destination */
export function transferredHeaders({ extension }: RequestContext, entry: Entry): OutgoingHttpHeaders {
  return extension?.writtenHeaders(entry.id, entry.kind === 'file' ? etagOf(entry) : undefined) ?? {};
}

function destinationExists(): DavError {
  return new DavError(412, 'The destination already exists.');
}

/** Maps an error of the core to the error of COPY and MOVE. */
function transferError(error: DmsError): Error {
  // An existing destination with `Overwrite: F` is 412 here, not 409 (RFC 4918 §9.8.5,
  // §9.9.4).
  if (error.code === 'name_taken') return destinationExists();
  // A folder into itself, or onto a folder that contains it (RFC 4918 §9.8.5, §9.9.4).
  return error.code === 'invalid' && error.fields?.folder_id ? new DavError(403, error.message) : error;
}

/**
 * Awaits a copy or move in the core, and maps its errors to those that RFC 4918 requires.
 * @throws {DavError} 403 (into itself) | 412 (the destination exists)
 * @throws {DmsError} any other error of the core
 */
export async function mapTransferErrors<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw error instanceof DmsError ? transferError(error) : error;
  }
}
