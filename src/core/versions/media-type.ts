import { lookup } from 'mime-types';
import { splitExtension } from '../../model/names.ts';

const WELL_FORMED = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;
const UNKNOWN = 'application/octet-stream';
/** What clients say when they do not know. */
const MEANINGLESS = new Set([
  UNKNOWN,
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'httpd/unix-directory',
]);

/** Media type of a document: by its name, else as the sender says, else `application/octet-stream`. */
export function mediaType(name: string, declared: string | undefined): string {
  // Of the extension only: the library takes a name without a dot for one (`one` is OneNote to it).
  const byName = lookup(splitExtension(name)[1]);
  if (byName !== false) return byName;
  const said = declared?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return WELL_FORMED.test(said) && !MEANINGLESS.has(said) && said.length <= 127 ? said : UNKNOWN;
}
