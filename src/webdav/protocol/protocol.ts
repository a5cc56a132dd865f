/* WebDAV message formats: XML parsing and serialising, responses, errors. */
export { answer, XML_START, XML_TYPE } from './answer.ts';
export { badRequest, DavError, encodedBody, type MemberStatus } from './dav-error.ts';
export { CHALLENGE, davErrorFor, sendError } from './error-response.ts';
export {
  emptyElement,
  multistatus,
  type PropertyName,
  propstat,
  StreamedBody,
  sendMultistatus,
} from './multistatus.ts';
export { keepParsed } from './parsed-bodies.ts';
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
