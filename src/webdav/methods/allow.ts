import type { RequestContext } from '../request/request.ts';

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

/** As {@link ALLOW}, with REPORT. */
export const ALLOW_WITH_REPORT = [...METHODS, 'REPORT'].join(', ');

/** `Allow` header of a resource that supports all methods except one. */
export function allowExcept(method: string, { reports }: Pick<RequestContext, 'reports'>): string {
  const methods = reports ? [...METHODS, 'REPORT'] : METHODS;
  return methods.filter((name) => name !== method).join(', ');
}
