import { badRequest, DavError, parseXml } from '../protocol/protocol.ts';
import { locateExisting, type RequestContext, readDepth, readText, requireIf } from '../request/request.ts';
import { isFilter, respondWithFavourites } from './favourites-report.ts';
import { parseReport, unsupportedReport } from './report-request.ts';
import { sendReport } from './report-response.ts';

export { withReportProperties } from './report-properties.ts';

/**
 * REPORT (RFC 3253 §3.6) with `DAV:sync-collection` (RFC 6578 §3): the changes of a folder since a token. For sync clients also
 * `oc:filter-files`: the favourites.
 * @throws {DavError} 400 | 403 | 404 | 408 | 412 | 413
 */
export async function respondToReport(context: RequestContext): Promise<void> {
  const { actor, dms, path, request } = context;
  if ((readDepth(request.headers) ?? '0') !== '0') throw badRequest('Depth must be 0 or missing.');
  const text = await readText(context);
  const root = text === '' ? undefined : parseXml(text);
  const folder = locateExisting(context);
  requireIf(context, folder.entry, folder.entry.id);
  if (folder.entry.kind !== 'folder') throw unsupportedReport();
  if (context.extension && isFilter(root)) {
    await respondWithFavourites(context, root);
    return;
  }
  const reportRequest = parseReport(root);
  const collection = { folder, path: path.segments };
  const report = await dms.syncCollections.report(actor, collection, reportRequest);
  if (!report) {
    throw new DavError(403, 'The sync token is not valid any more. Ask for all members, without a token.', {
      precondition: 'valid-sync-token',
    });
  }
  await sendReport(context, report, reportRequest.properties);
}
