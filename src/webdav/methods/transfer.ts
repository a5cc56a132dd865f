import type { Located } from '../../core/browse/tree.ts';
import { DmsError } from '../../model/errors.ts';
import { DavError } from '../protocol/dav-error.ts';
import { requireConditions } from '../request/conditions.ts';
import { readDestination, readOverwrite } from '../request/headers.ts';
import { type Place, placeOf } from '../request/places.ts';
import { locate, type RequestContext } from '../request/request-context.ts';

/** What COPY and MOVE have in common: from where, to where, and what to do with what is there. */
export interface Transfer {
  readonly source: Located;
  readonly destination: Place;
  readonly overwrite: boolean;
}

/** True when both lead to the same entry, by whatever spelling. */
export function isSame({ source, destination: { found } }: Transfer): boolean {
  return found !== undefined && found !== 'mount_root' && found.entry.id === source.entry.id;
}

/**
 * Reads and checks what a COPY or MOVE is about (RFC 4918 §9.8, §9.9). Nothing is awaited after it and before the
 * change.
 * @throws {DavError} 400 | 403 | 404 | 409 | 412 | 502
 */
export function readTransfer(exchange: RequestContext): Transfer {
  const { request, baseUrl } = exchange;
  const { segments, slash } = readDestination(request.headers, baseUrl);
  const overwrite = readOverwrite(request.headers);
  const source = locate(exchange);
  if (source === undefined) throw new DavError(404, 'Not found.');
  if (source === 'mount_root') throw new DavError(403, 'The mount root stays as it is.');
  const destination = placeOf(exchange, segments);
  if (slash && source.entry.kind === 'file' && destination.found === undefined) {
    throw new DavError(409, 'A document does not become a folder.');
  }
  requireConditions(exchange, source);
  if (!overwrite && destination.found !== undefined && !isSame({ source, destination, overwrite })) {
    throw occupied();
  }
  return { source, destination, overwrite };
}

function occupied(): DavError {
  return new DavError(412, 'Something is at the destination already.');
}

/** What a refusal of the change itself means here. */
function refusalOf(error: DmsError): Error {
  // That the name was taken at that very moment is what `Overwrite: F` asked to know.
  if (error.code === 'name_taken') return occupied();
  // Into itself, or in the place of a folder around it (RFC 4918 §9.8.5, §9.9.4).
  return error.code === 'invalid' && error.fields?.folder_id ? new DavError(403, error.message) : error;
}

/** Runs the change. @throws {DavError} 403 | 412 */
export async function transferred<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw error instanceof DmsError ? refusalOf(error) : error;
  }
}
