const METHODS = [
  'OPTIONS',
  'GET',
  'HEAD',
  'PUT',
  'DELETE',
  'MKCOL',
  'COPY',
  'MOVE',
  'PROPFIND',
  'PROPPATCH',
  'LOCK',
  'UNLOCK',
];

/** What may be asked of a resource (RFC 9110 §10.2.1). */
export const ALLOW = METHODS.join(', ');

/** What may be asked of a resource that one method is not for. */
export function allowBut(method: string): string {
  return METHODS.filter((name) => name !== method).join(', ');
}
