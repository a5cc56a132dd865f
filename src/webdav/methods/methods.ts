import type { Method } from '../request/request.ts';
import { copy } from './copy.ts';
import { remove } from './delete.ts';
import { get } from './get.ts';
import { lock } from './lock.ts';
import { mkcol } from './mkcol.ts';
import { move } from './move.ts';
import { post } from './post.ts';
import { propfind } from './propfind.ts';
import { proppatch } from './proppatch.ts';
import { put } from './put.ts';
import { unlock } from './unlock.ts';

export { sendDocument, sendFolderPage } from './get.ts';
export { options } from './options.ts';
export { post as unknownMethod } from './post.ts';
export { extendedFor } from './propfind.ts';
export {
  appendResource,
  NO_PROPERTIES,
  type PropfindResponse,
  quotaOf,
} from './propfind-response.ts';
export { sendStored } from './put.ts';

/** Methods that need an authenticated user, by name. {@link options} needs none. */
export const METHODS: Readonly<Record<string, Method>> = {
  GET: get,
  HEAD: get,
  PUT: put,
  POST: post,
  DELETE: remove,
  MKCOL: mkcol,
  COPY: copy,
  MOVE: move,
  PROPFIND: propfind,
  PROPPATCH: proppatch,
  LOCK: lock,
  UNLOCK: unlock,
};
