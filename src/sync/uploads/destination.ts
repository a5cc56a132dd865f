import { isInHistory, type RequestContext, refuseHistory } from '../../webdav/request/request.ts';
import { destinationIn } from '../destination.ts';

/**
 * The request with its `Destination` as the path: conditions then apply to the document that is written.
 * @throws {DavError} 400 if `Destination` is missing or malformed; 403 in the drive at earlier times; 502 if it is not
 * below the files of the user
 */
export function atDestination(context: RequestContext): RequestContext {
  const { mount, path } = destinationIn(context, 'files');
  if (isInHistory(context, path)) refuseHistory();
  return { ...context, mount, isDrive: true, path, source: { path: path.segments } };
}

/**
 * Names of the `Destination`, from the mount root downwards. Undefined if it is missing or not usable: only the MOVE needs
 * it.
 */
export function announcedDestination(context: RequestContext): readonly string[] | undefined {
  if (context.request.headers['destination'] === undefined) return undefined;
  try {
    const { segments } = atDestination(context).path;
    return segments.length > 0 ? segments : undefined;
  } catch {
    return undefined;
  }
}
