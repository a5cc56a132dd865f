/*
 * HTTP under `/api`: the middleware for every request, and the functions that handlers use to parse requests and to
 * send responses.
 */
export { createRequestContext, logAccess } from './access-log.ts';
export {
  answer,
  answerCreated,
  answerJson,
  answerLarge,
  answerLargePage,
  answerPage,
  dataOf,
  deleted,
  pageOfData,
  pageWith,
  recordId,
  timestamp,
  timestampJson,
} from './answers.ts';
export { authenticate, throwDeferredError } from './authentication.ts';
export { answerCsv } from './csv.ts';
export {
  answerError,
  answerErrors,
  answerUnknownRoute,
  errorBody,
  messageCode,
  messageData,
  messageDataJson,
  messageFacts,
  ProtocolError,
  reasonOf,
  UnreadableRequest,
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
export { type Form, receiveForm } from './multipart.ts';
export { PAGES_PATH, requireOwnPage } from './pages.ts';
export { limitRates, limitUnread, takeOffGuestCount } from './rate-limits.ts';
export { actorOf, contextOf, signedInUser } from './request-context.ts';
export { requireSameOrigin } from './same-origin.ts';
export { messageText, messageTextOf } from './schema-messages.ts';
export { recordDeniedWrites } from './security-events.ts';
export {
  announceTus,
  answerTus,
  bodyBytes,
  bytesHeader,
  checksumHeader,
  metadataHeader,
  requireTus,
  TUS_BYTES,
} from './tus.ts';
