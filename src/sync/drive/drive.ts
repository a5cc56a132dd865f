import { etagOf } from '../../http/content/etag.ts';
import type { Extension } from '../../webdav/request/request.ts';
import { previewBox, sendPreview } from '../previews/previews.ts';
import { clientId, clientTime, PROPERTIES, propertiesOf } from './properties.ts';

export { addressesWith, type Methods } from './addresses.ts';
export { clientTime } from './properties.ts';
export { createRoots } from './roots.ts';

/** What the addresses under `/remote.php` offer beyond RFC 4918. */
export const SYNC_EXTENSION: Extension = {
  properties: propertiesOf,
  isLive: ({ namespace, name }) => PROPERTIES[namespace]?.has(name) === true,
  respondInstead: (context, { id }) => {
    const box = previewBox(context.request);
    if (box) sendPreview(context, id, box);
    return box !== undefined;
  },
  writtenHeaders: (id, etag) => ({ 'OC-FileId': clientId(id), 'OC-ETag': etag, ETag: etag }),
  writeOptions: { isOwnView: true },
  timeOf: ({ modifiedAt }) => clientTime(modifiedAt),
  contentHeaders: (document) => ({
    'OC-FileId': clientId(document.id),
    'OC-ETag': etagOf(document),
    'OC-Checksum': `SHA256:${document.sha256}`,
  }),
};
