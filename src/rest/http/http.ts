/*
 * HTTP under `/api`: the middleware for every request, and the functions that handlers use to parse requests and to
 * send responses.
 */
export { createRequestContext, logAccess } from './access-log.ts';
export { authenticate, throwDeferredError } from './authentication.ts';
export { sendCsv } from './csv.ts';
export {
  errorBody,
  errorHandler,
  messageCode,
  messageData,
  messageDataJson,
  messageFacts,
  reasonOf,
  rejectUnknownRoute,
  sendError,
} from './error-response.ts';
export {
  atLeastOneField,
  dateOrTimestamp,
  entryIds,
  entryName,
  folderId,
  idOf,
  MAX_PER_PAGE,
  must,
  pageOf,
  paging,
  pagingUpTo,
  parse,
  parseBody,
  parseTime,
  pathNumber,
  pathNumberOf,
  singleLine,
  text,
} from './fields.ts';
export { PAGES_PATH, requireOwnPage } from './pages.ts';
export { limitRates, limitUnread, takeOffGuestCount } from './rate-limits.ts';
export { actorOf, contextOf, signedInUser } from './request-context.ts';
export {
  dataOf,
  deleted,
  pageOfData,
  pageWith,
  recordId,
  sendCreated,
  sendData,
  sendJson,
  sendLarge,
  sendLargePage,
  sendPage,
  timestamp,
  timestampJson,
} from './responses.ts';
export { requireSameOrigin } from './same-origin.ts';
export { messageText, messageTextOf } from './schema-messages.ts';
export { recordDeniedWrites } from './security-events.ts';
