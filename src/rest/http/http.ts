/*
 * HTTP under `/api`: the middleware that every request passes, and the functions with which handlers parse
 * requests and send responses.
 */
export { createRequestContext, logAccess } from './access-log.ts';
export {
  answer,
  answerCreated,
  answerJson,
  answerPage,
  dataOf,
  deleted,
  pageOfData,
  recordId,
  timestamp,
  timestampJson,
} from './answers.ts';
export { authenticate, SESSION_COOKIE, throwDeferredError } from './authentication.ts';
export { answerCsv } from './csv.ts';
export { answerError, answerErrors, answerUnknownRoute, errorBody, UnreadableRequest } from './errors.ts';
export {
  atLeastOneField,
  dateOrTimestamp,
  entryName,
  folderId,
  idOf,
  must,
  pageOf,
  paging,
  parse,
  parseBody,
  parseTime,
  pathNumber,
  pathNumberOf,
  singleLine,
  text,
} from './fields.ts';
export { type Form, receiveForm } from './multipart.ts';
export { limitRates } from './rate-limits.ts';
export { actorOf, contextOf, signedInUser } from './request-context.ts';
export { requireSameOrigin } from './same-origin.ts';
export { recordDeniedWrites } from './security-events.ts';
