import { ordinaryName } from '../../model/entries/names.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { CheckBytes, PathUploads, UploadRules, Uploads } from '../entries/entries.ts';
import type { ReceivedContent } from '../versions/versions.ts';
import { RunningForm } from './running-form.ts';
import type { Sender } from './sender.ts';

/** A file of a form that has arrived. */
export interface FormFile {
  readonly name: string;
  /** Media type as declared by the browser. */
  readonly mimeType: string;
  readonly content: ReceivedContent;
}

/** The visitor whose form it is. */
interface FormVisit {
  readonly user: UserActor;
  readonly folderId: number;
  /** @throws {DmsError} invalid (name, email) */
  readonly rulesOf: (sender: Sender) => UploadRules & { readonly comment: string | null };
}

interface Dependencies {
  readonly pathUploads: PathUploads;
  readonly uploads: Uploads;
}

const NOBODY: Sender = { name: '', email: '' };

/** A form with files that a visitor of a link sends: all of them are stored, or none. */
export class FormUpload extends RunningForm {
  readonly #pathUploads: PathUploads;
  readonly #visit: FormVisit;
  readonly #arriving: ReturnType<PathUploads['arriving']>;
  /** Number of files whose content has begun to arrive. */
  #arrived = 0;

  /** @throws {DmsError} throttled */
  constructor(deps: Dependencies, visit: FormVisit) {
    super(visit.user, deps.uploads);
    this.#pathUploads = deps.pathUploads;
    this.#visit = visit;
    this.#arriving = deps.pathUploads.arriving(visit.user, this.running);
  }

  /** Checks a file before its content arrives. @returns the check of the bytes that have arrived */
  arrive(name: string): CheckBytes {
    const { rulesOf } = this.#visit;
    const rules = rulesOf(NOBODY);
    const others = this.#arrived;
    this.#arrived += 1;
    rules.check({ length: 0 }, others);
    const check = this.#arriving.arrive(this.#target(name));
    return (size, isPartial) => {
      rules.check({ length: size }, others);
      check(size, isPartial);
    };
  }

  /**
   * Stores the files.
   * @throws {DmsError} not_found | invalid (file, name, email) | too_large | quota_exceeded | storage_full
   */
  async store(files: readonly FormFile[], sender: Sender): Promise<void> {
    const rules = this.#visit.rulesOf(sender);
    const uploads = files.map(({ name, mimeType, content }) => {
      const plan = { name, length: content.size };
      return {
        target: this.#target(name),
        content,
        options: { mimeType, comment: rules.comment ?? undefined, expect: () => rules.check(plan) },
        onStored: () => rules.stored(plan),
      };
    });
    await this.#pathUploads.store(this.#visit.user, uploads);
  }

  #target(name: string) {
    return {
      folderId: this.#visit.folderId,
      path: [],
      name: ordinaryName(name),
      conflict: 'rename',
    } as const;
  }
}
