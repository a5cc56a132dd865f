/*
 * What goes over the wire: XML in and out, answers, errors.
 */
export { answer, XML_START, XML_TYPE } from './answer.ts';
export { badRequest, DavError, type MemberStatus } from './dav-error.ts';
export { CHALLENGE, davErrorFor, sendError } from './error-response.ts';
export { emptyElement, GrowingBody, multistatus, type PropertyName, propstat } from './multistatus.ts';
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
