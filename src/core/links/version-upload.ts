import { DmsError, invalid } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { CheckBytes, UploadRules, Uploads } from '../entries/entries.ts';
import type { FormFile } from './form-upload.ts';
import { RunningForm } from './running-form.ts';
import type { Sender } from './sender.ts';

/** The visitor whose form it is. */
interface VersionVisit {
  readonly user: UserActor;
  readonly documentId: number;
  /** @throws {DmsError} invalid (name, email) */
  readonly rulesOf: (sender: Sender) => UploadRules & { readonly comment: string | null };
}

/** A form with the next version of a document, which a visitor of a link sends. */
export class VersionUpload extends RunningForm {
  readonly #visit: VersionVisit;

  /** @throws {DmsError} throttled */
  constructor(uploads: Uploads, visit: VersionVisit) {
    super(visit.user, uploads);
    this.#visit = visit;
  }

  /** Checks a file before its content arrives. @returns the check of the bytes that have arrived */
  arrive(): CheckBytes {
    const { user, documentId, rulesOf } = this.#visit;
    const rules = rulesOf({ name: '', email: '' });
    const check: CheckBytes = (size, isPartial) => {
      rules.check({ length: size });
      this.uploads.authorise(user, { documentId }, { size, isPartial, upload: this.running });
    };
    check(0, true);
    return check;
  }

  /**
   * Stores the version.
   * @param seen number of the version that the visitor saw
   * @throws {DmsError} precondition_failed: the document has another version by now | not_found | invalid (file, name,
   * email) | too_large | quota_exceeded | storage_full
   */
  async store(files: readonly FormFile[], sender: Sender, seen: number): Promise<void> {
    const [file, ...others] = files;
    if (!file || others.length > 0) throw invalid('file', 'required');
    const { user, documentId, rulesOf } = this.#visit;
    const rules = rulesOf(sender);
    const plan = { name: file.name, length: file.content.size };
    const upload = {
      target: { documentId },
      content: file.content,
      options: {
        mimeType: file.mimeType,
        comment: rules.comment ?? undefined,
        expect: (current: unknown) => {
          rules.check(plan);
          assertSeen(current, seen);
        },
      },
    };
    await this.uploads.storeTogether(
      user,
      [upload],
      () => this.uploads.authorise(user, upload.target, { size: plan.length }),
      () => {
        this.uploads.storeInTransaction(user, upload);
        rules.stored(plan);
      },
    );
  }
}

/** @throws {DmsError} precondition_failed */
function assertSeen(current: unknown, seen: number): void {
  const isSeen =
    typeof current === 'object' && current !== null && 'version' in current && current.version === seen;
  if (!isSeen) throw new DmsError('precondition_failed', message('conditions_not_met'));
}
