import { lookup } from 'mime-types';
import { UNKNOWN_TYPE } from '../../model/entries/media-type.ts';
import { splitExtension } from '../../model/entries/names.ts';

const WELL_FORMED = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;
/** Types that clients declare when they do not know the type of the content. */
const UNINFORMATIVE = new Set([
  UNKNOWN_TYPE,
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'httpd/unix-directory',
]);

/** True if the media type of contents with this extension is known. @param extension with its dot */
export function isKnownExtension(extension: string): boolean {
  return lookup(extension) !== false;
}

/**
 * Media type (RFC 9110 §8.3.1) of a document: from the extension of its name, else the declared type, else
 * `application/octet-stream`.
 * @param declared value of a `Content-Type` header; its parameters are ignored
 */
export function mediaType(name: string, declared: string | undefined): string {
  // Not the whole name: `lookup` treats a name without a dot as an extension (`one` is OneNote).
  const byName = lookup(splitExtension(name)[1]);
  if (byName !== false) return byName;
  const type = declared?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return WELL_FORMED.test(type) && !UNINFORMATIVE.has(type) && type.length <= 127 ? type : UNKNOWN_TYPE;
}
