import type { Located } from '../../core/browse/browse.ts';
import { DmsError } from '../../model/errors.ts';
import { DavError } from '../protocol/protocol.ts';
import {
  locateExisting,
  type RequestContext,
  readDestination,
  readOverwrite,
  visibleName,
} from '../request/request.ts';

/** What COPY and MOVE have in common. */
export interface Transfer {
  readonly source: Located;
  /** The folder and name by which the client knows the source. */
  readonly from: ReturnType<typeof visibleName>;
  /** Names of the destination from the mount root down. */
  readonly destination: readonly string[];
  readonly overwrite: boolean;
}

/**
 * Reads what a COPY or MOVE is about (RFC 4918 §9.8, §9.9). The core checks the destination.
 * @throws {DavError} 400 | 403 | 404 | 409 | 502
 */
export function readTransfer(context: RequestContext): Transfer {
  const { dms, actor, request, baseUrl } = context;
  const { segments: destination, slash } = readDestination(request.headers, baseUrl);
  const overwrite = readOverwrite(request.headers);
  const source = locateExisting(context);
  const from = visibleName(source);
  if (slash && source.entry.kind === 'file' && dms.tree.resolve(actor, destination) === undefined) {
    throw new DavError(409, 'A document does not become a folder.');
  }
  return { source, from, destination, overwrite };
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
