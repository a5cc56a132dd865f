/* WebDAV message formats: XML parsing and serialising, responses, errors. */

export { badRequest, DavError, encodedBody, type MemberStatus } from './dav-error.ts';
export { CHALLENGE, davErrorFor, sendError } from './error-response.ts';
export {
  beginMultistatus,
  emptyElement,
  FIXED_PREFIXES,
  type PropertyName,
  propstat,
  sendMultistatus,
} from './multistatus.ts';
export { keepParsed } from './parsed-bodies.ts';
export { sendResponse, XML_START, XML_TYPE } from './response.ts';
export { StreamedBody } from './streamed-body.ts';
export {
  DAV,
  davChild,
  elementsOf,
  innerXml,
  isDav,
  parseXml,
  textOf,
  toXml,
  type XmlElement,
} from './xml.ts';
