import type { Expectation } from '../../../model/entries/expectation.ts';
import type { UserActor } from '../../../model/people/actor.ts';
import type { ChunkedUpload, StoredUpload } from '../../../storage/accounts/accounts.ts';
import type { Digest } from '../../../storage/blobs/blobs.ts';
import type { Context } from '../../context.ts';
import type { ContentReceiver, ReceivedContent } from '../../versions/versions.ts';
import type { UploadBytes } from './upload-bytes.ts';
import { MAX_REPLAYABLE, REPLAY_MS, senderOf } from './upload-rules.ts';
import type { Uploads } from './uploads.ts';

/** How a complete content becomes a document. */
export interface Completion {
  /** Names from the mount root of the user. */
  readonly destination: readonly string[];
  /** Length that the content must have, in bytes; undefined: that of the upload. */
  readonly total?: number | undefined;
  /** Checksums that `verify` needs in addition to SHA-256. */
  readonly digests: readonly Digest[];
  /** Throws if the content is not what the client has sent. */
  readonly verify: (content: Pick<ReceivedContent, 'sha256' | 'digests'>) => void;
  /** Milliseconds UTC, by the client's clock. */
  readonly modifiedAt?: number | undefined;
  /** Called inside the transaction, before permissions are checked. */
  readonly expect?: Expectation | undefined;
}

/** `wrong_length`: the chunks do not have the announced length together, or the last one is incomplete. They are kept. */
export type CompletionOutcome =
  | { readonly outcome: 'stored'; readonly stored: StoredUpload }
  | { readonly outcome: 'wrong_length' };

interface Dependencies {
  readonly contentReceiver: ContentReceiver;
  readonly uploadBytes: UploadBytes;
  readonly uploads: Uploads;
}

/**
 * Stores the content of an upload as PUT would store it. Call it inside the mutex of the upload.
 * @throws {DmsError} as `ChunkedUploads.complete`
 */
export async function completeUpload(
  context: Context,
  deps: Dependencies,
  user: UserActor,
  upload: ChunkedUpload,
  completion: Completion,
): Promise<CompletionOutcome> {
  const { id, offset: size } = upload;
  const { destination, total = upload.total, modifiedAt, expect } = completion;
  const { tables } = context;
  const hasContent = tables.chunkedUploads.lastChunk(id) !== undefined || total === 0;
  if (!hasContent || size !== (total ?? upload.length)) return { outcome: 'wrong_length' };
  deps.contentReceiver.assertLength(size);
  // Before hashing, which may read the whole file: a refused content must not be read on every attempt.
  deps.uploads.authorise(user, { path: destination }, { size, ...(expect && { expect }) });
  const content = await verified(context, deps, upload, completion);
  // A sync client knows documents by their ids.
  const options = { modifiedAt, expect, continuesHistory: false };
  const target = { path: destination };
  try {
    const [stored] = await deps.uploads.storeTogether(
      user,
      [{ target, content, options }],
      (each) => void deps.uploads.authorise(user, each.target, { size }),
      (each): StoredUpload => {
        const result = deps.uploads.storeInTransaction(user, each);
        tables.chunkedUploads.finish(id, result, { destination, expiresAt: context.now() + REPLAY_MS });
        tables.unfinishedUploads.forgetOldest(senderOf(user), MAX_REPLAYABLE);
        return result;
      },
    );
    if (!stored) throw new Error('storing one upload returned no result');
    await deps.uploadBytes.forget(id);
    return { outcome: 'stored', stored };
  } finally {
    await content.discard();
  }
}

/** The content, whose checksums are those that the client sent. If they are not, the upload is deleted. */
async function verified(
  { database, tables }: Context,
  { contentReceiver, uploadBytes }: Dependencies,
  { id, offset: length, createdAt }: ChunkedUpload,
  { digests: names, verify }: Completion,
): Promise<ReceivedContent> {
  const digests = await uploadBytes.digests({ id, length }, names);
  const sha256 = digests.get('sha256') ?? '';
  try {
    verify({ sha256, digests });
  } catch (error) {
    await database.transaction(() => tables.unfinishedUploads.deleteUnfinished(id));
    await uploadBytes.forget(id);
    throw error;
  }
  if (length === 0) return contentReceiver.empty();
  return uploadBytes.content({ id, length, createdAt }, sha256);
}
