import { escapeText } from '../../http/content/escape.ts';
import { DAV } from '../protocol/protocol.ts';
import {
  type ExtendedProperties,
  locateExisting,
  type RequestContext,
  type Resource,
} from '../request/request.ts';

const SUPPORTED_REPORTS =
  '<d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report>' +
  '</d:supported-report-set>';
const NO_REPORTS = '<d:supported-report-set/>';

/**
 * Adds `DAV:supported-report-set` (RFC 3253 §3.1.5) and `DAV:sync-token` (RFC 6578 §4) of the resource at the request path
 * and of its members to the properties of an address.
 */
export async function withReportProperties(
  context: RequestContext,
  ofAddress: ExtendedProperties | undefined,
): Promise<ExtendedProperties> {
  const { actor, dms } = context;
  await dms.treeTags.begin(actor);
  const tokenOf = dms.syncCollections.tokens(actor);
  const self = locateExisting(context);
  const { segments } = context.path;
  const syncToken = (resource: Resource): string => {
    if (resource.entry.kind === 'file') return '';
    const isSelf = resource.entry.id === self.entry.id;
    const isMember = resource.place === 'at_mount_root' || resource.entry.parentId === self.entry.id;
    if (!isSelf && !isMember) return '';
    const token = isSelf
      ? tokenOf({ folder: self, path: segments })
      : tokenOf({ folder: { ...resource, folderId: self.entry.id }, path: [...segments, resource.name] });
    return `<d:sync-token>${escapeText(token)}</d:sync-token>`;
  };
  return {
    prepare: async (resources) => ofAddress?.prepare(resources),
    element: (resource, name, prefix) => {
      const local = name.namespace === DAV ? name.name : undefined;
      if (local === 'sync-token') return syncToken(resource);
      if (local === 'supported-report-set')
        return resource.entry.kind === 'folder' ? SUPPORTED_REPORTS : NO_REPORTS;
      return ofAddress?.element(resource, name, prefix) ?? '';
    },
  };
}
