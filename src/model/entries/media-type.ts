/** Media type of contents whose type is unknown (RFC 2046 §4.5.1). */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** Printable ASCII without spaces at the ends. Longer than any media type that is stored by an upload. */
const SENDABLE = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

/** Whether a stored media type can be the value of a `Content-Type` header. It cannot if its row was damaged. */
export function isSendableType(mimeType: string): boolean {
  return SENDABLE.test(mimeType);
}

/** The media type to send: the stored one, or `application/octet-stream` if it cannot be sent. */
export function sendableType(mimeType: string): string {
  return isSendableType(mimeType) ? mimeType : UNKNOWN_TYPE;
}

const DISPLAYED = /^(?:image\/(?!svg\+xml$).+|audio\/.+|video\/.+|application\/pdf|text\/plain)$/;

/** True if a browser may display contents of this type. False for SVG and HTML, which can contain scripts. */
export function isDisplayedType(mimeType: string): boolean {
  return DISPLAYED.test(mimeType);
}
