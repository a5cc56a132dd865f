import { ordinaryName } from '../../model/entries/names.ts';
import { notFound } from '../../model/errors/errors.ts';
import type { UnfinishedUpload, UploadPlan } from '../../storage/accounts/accounts.ts';
import type { SentFile } from '../../storage/tree/tree.ts';
import type { Context } from '../context.ts';
import { sha256 } from '../credentials/credentials.ts';
import type {
  PathUploads,
  Received,
  ResumableUploads,
  UploadPart,
  UploadRules,
  Uploads,
} from '../entries/entries.ts';
import type { MailQueue } from '../mail/mail.ts';
import { FormUpload } from './form-upload.ts';
import { assertMayTake } from './link-rules.ts';
import type { LinkVisits, Visit, VisitRequest } from './link-visits.ts';
import { commentOf, FROM, type Sender } from './sender.ts';
import { VersionUpload } from './version-upload.ts';
import { VisitMails } from './visit-mails.ts';

/** Secret of a visit, as {@link LinkUploads.newVisit} makes it. */
const SECRET = /^[\w-]{22}$/;
const SECRET_BYTES = 16;
/** Number of files that a visitor sees. */
const SHOWN_FILES = 50;

/** A file that a visitor wants to send. */
export interface FilePlan
  extends Pick<UploadPlan, 'name' | 'length' | 'mimeType' | 'modifiedAt' | 'metadata'> {
  /** Folder beneath the linked one; undefined: the linked one. */
  readonly folderId?: number | undefined;
  readonly sender: Sender;
}

/** What a visit has sent. */
export interface SentFiles {
  readonly files: number;
  readonly bytes: number;
  /** The last of them, newest first, with their names as sent. */
  readonly last: readonly SentFile[];
}

interface Dependencies {
  readonly linkVisits: LinkVisits;
  readonly mailQueue: MailQueue;
  readonly pathUploads: PathUploads;
  readonly resumableUploads: ResumableUploads;
  readonly uploads: Uploads;
}

/**
 * Files that visitors of links send. A visit is known by the secret in a cookie; it can use its own uploads only. All
 * rules are checked again in the transaction that stores a file.
 */
export class LinkUploads {
  readonly #context: Context;
  readonly #deps: Dependencies;
  readonly #mails: VisitMails;

  constructor(context: Context, deps: Dependencies) {
    this.#context = context;
    this.#deps = deps;
    this.#mails = new VisitMails(context, deps.mailQueue);
  }

  /** A secret for a new visit. It is stored nowhere before the visitor has begun to send something. */
  newVisit(): string {
    return this.#context.randomBytes(SECRET_BYTES).toString('base64url');
  }

  /** True if the text can be the secret of a visit. */
  isVisit(secret: string | undefined): secret is string {
    return secret !== undefined && SECRET.test(secret);
  }

  /**
   * The files that a visit has sent.
   * @throws {DmsError} not_found
   */
  sent(request: VisitRequest): SentFiles {
    const { linkVisits } = this.#context.tables;
    const { link } = this.#open(request);
    const visit = linkVisits.find(link.id, sha256(request.secret ?? ''));
    return {
      files: visit?.files ?? 0,
      bytes: visit?.bytes ?? 0,
      last: visit ? linkVisits.listFiles(visit.id, SHOWN_FILES) : [],
    };
  }

  /**
   * Begins an upload. A taken name gets a number when the content is complete.
   * @param part the first bytes
   * @throws {DmsError} not_found | throttled | invalid (file, name, email) | too_large | quota_exceeded | storage_full
   */
  create(
    request: VisitRequest,
    { sender, folderId, ...file }: FilePlan,
    part?: UploadPart,
  ): Promise<Received> {
    const { user, entry } = this.#open(request);
    const target = { folderId: folderId ?? entry.id, path: [], conflict: 'rename' } as const;
    const name = ordinaryName(file.name);
    const plan = { ...file, ...target, name, comment: commentOf(sender), sha256: null };
    return this.#deps.resumableUploads.create(user, plan, part, this.#rules(request, plan.comment));
  }

  /** An upload of the visit, complete or not. @throws {DmsError} not_found */
  find(request: VisitRequest, id: number): UnfinishedUpload {
    return this.#deps.resumableUploads.find(this.#open(request).user, id);
  }

  /**
   * Receives more bytes, as {@link ResumableUploads.receive}.
   * @throws {DmsError} as {@link LinkUploads.create} | incomplete
   */
  receive(request: VisitRequest, id: number, part: UploadPart): Promise<Received> {
    const { user } = this.#open(request);
    const { comment } = this.#deps.resumableUploads.find(user, id);
    return this.#deps.resumableUploads.receive(user, id, part, this.#rules(request, comment));
  }

  /** Cancels an upload of the visit. @throws {DmsError} not_found */
  remove(request: VisitRequest, id: number): Promise<void> {
    return this.#deps.resumableUploads.remove(this.#open(request).user, id);
  }

  /**
   * Begins to receive a form with files. Its `end` must be called.
   * @param folderId folder beneath the linked one; default: the linked one
   * @throws {DmsError} not_found | throttled
   */
  form(request: VisitRequest, folderId?: number): FormUpload {
    const { user, entry } = this.#open(request);
    const rulesOf = (sender: Sender) => this.#formRules(request, sender);
    return new FormUpload(this.#deps, { user, folderId: folderId ?? entry.id, rulesOf });
  }

  /**
   * Begins to receive a form with the next version of a document. Its `end` must be called.
   * @throws {DmsError} not_found | throttled
   */
  version(request: VisitRequest, documentId: number): VersionUpload {
    const { user } = this.#open(request);
    const rulesOf = (sender: Sender) => this.#formRules(request, sender);
    return new VersionUpload(this.#deps.uploads, { user, documentId, rulesOf });
  }

  #formRules(request: VisitRequest, sender: Sender) {
    const comment = commentOf(sender);
    return { ...this.#rules(request, comment), comment };
  }

  #open(request: VisitRequest): Visit {
    const visit = this.isVisit(request.secret) ? this.#deps.linkVisits.open(request) : undefined;
    if (!visit) throw notFound();
    return visit;
  }

  #rules(request: VisitRequest, comment: string | null): UploadRules {
    const { linkVisits } = this.#context.tables;
    const secret = sha256(request.secret ?? '');
    return {
      check: ({ length: size }, arriving = 0) => {
        const { link } = this.#open(request);
        const sent = linkVisits.find(link.id, secret)?.files ?? 0;
        assertMayTake(link, { sent, arriving, size });
      },
      stored: ({ name, length }) => {
        const { link } = this.#open(request);
        const visit = linkVisits.addFile(link.id, secret, { name, size: length }, this.#context.now());
        this.#mails.queue(link, visit, comment?.slice(FROM.length) ?? '');
      },
    };
  }
}
