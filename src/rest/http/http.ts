/*
 * HTTP under `/api`: the middleware that every request passes, and the vocabulary that handlers read requests and write
 * answers with.
 */
export { identify, logAccess } from './access-log.ts';
export {
  answer,
  answerCreated,
  answerJson,
  answerPage,
  dataOf,
  deleted,
  moment,
  pageOfData,
  recordId,
  timestamp,
} from './answers.ts';
export { authenticate, refuse, SESSION_COOKIE } from './authentication.ts';
export { answerCsv } from './csv.ts';
export { answerError, answerErrors, answerUnknown, errorBody, UnreadableRequest } from './errors.ts';
export {
  entryName,
  folderId,
  idOf,
  line,
  must,
  numberOf,
  pageOf,
  paging,
  parse,
  parseBody,
  parseTime,
  pathNumber,
  someField,
  text,
  time,
} from './fields.ts';
export { type Form, receiveForm } from './multipart.ts';
export { limitRates } from './rate-limits.ts';
export { actorOf, contextOf, signedInUser } from './request-context.ts';
export { requireSameOrigin } from './same-origin.ts';
export { recordDeniedWrites } from './security-events.ts';
