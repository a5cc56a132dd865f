import { DAY_MS } from '../../../model/durations.ts';
import { busy } from '../../../model/errors/errors.ts';
import { message } from '../../../model/errors/messages.ts';
import type { UserActor } from '../../../model/people/actor.ts';
import type { UploadPlan, UploadSender } from '../../../storage/accounts/accounts.ts';
import type { Context } from '../../context.ts';

/** Lifetime of an upload after the last received bytes, in milliseconds. */
const KEEP_MS = 7 * DAY_MS;
/** The same for an upload of the visitor of a link, whose bytes fill the disk of somebody else. */
const KEEP_OF_VISITOR_MS = DAY_MS;

/** Time that a complete upload is remembered, for clients that missed the response, in milliseconds. */
export const REPLAY_MS = DAY_MS;
/** Maximum complete uploads remembered per user. They count against no quota, so they need a limit of their own. */
export const MAX_REPLAYABLE = 1_000;
/** Length of the random ids. After a restore, no client may resume an upload that is a different one now. */
const ID_BYTES = 6;

/** Maximum incomplete uploads of a user, or of all visitors of a link. */
const MAX_PER_SENDER = 100;
/** Maximum incomplete uploads of one visit of a link. */
const MAX_PER_VISIT = 20;

/** Rules for an upload in addition to the permissions of its sender. */
export interface UploadRules {
  /**
   * Throws if the content must not be stored. Called before bytes are accepted, while they arrive, and in the
   * transactions that begin the upload and store the content.
   * @param arriving number of further files of the same request; default: 0
   */
  readonly check: (plan: Pick<UploadPlan, 'length'>, arriving?: number) => void;
  /** Called in the transaction that stores the content. */
  readonly stored: (plan: Pick<UploadPlan, 'name' | 'length'>) => void;
}

/** A new random id. */
export function newUploadId({ randomBytes }: Pick<Context, 'randomBytes'>): number {
  return randomBytes(ID_BYTES).readUIntBE(0, ID_BYTES);
}

/** Whose upload it is. Two visits of a link are two senders. */
export function senderOf({ userId, credential }: UserActor): UploadSender {
  return credential.kind === 'link'
    ? { userId, linkId: credential.id, visit: credential.visit }
    : { userId, linkId: null, visit: null };
}

/** True if the user, or this visit of a link, sends the upload. */
export function isSender(user: UserActor, upload: UploadSender): boolean {
  const { userId, linkId, visit } = senderOf(user);
  const isOfVisit = linkId === null || visit !== null;
  return isOfVisit && upload.userId === userId && upload.linkId === linkId && upload.visit === visit;
}

/** How long an upload is kept after its last bytes, in milliseconds. */
export function keepMs({ linkId }: Pick<UploadSender, 'linkId'>): number {
  return linkId === null ? KEEP_MS : KEEP_OF_VISITOR_MS;
}

/** Checks that the sender may begin another upload. @throws {DmsError} throttled */
export function assertFew(table: Context['tables']['unfinishedUploads'], sender: UploadSender): void {
  const { linkId, visit } = sender;
  if (table.count(sender) >= MAX_PER_SENDER)
    throw busy(message('uploads_unfinished', { maximum: MAX_PER_SENDER }));
  if (linkId !== null && table.countOfVisit(linkId, visit) >= MAX_PER_VISIT)
    throw busy(message('uploads_unfinished', { maximum: MAX_PER_VISIT }));
}
