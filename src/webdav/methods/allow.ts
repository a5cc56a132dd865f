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

/** `Allow` header of a resource that supports all methods (RFC 9110 §10.2.1). */
export const ALLOW = METHODS.join(', ');

/** `Allow` header of a resource that supports all methods except one. */
export function allowExcept(method: string): string {
  return METHODS.filter((name) => name !== method).join(', ');
}
