import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import type { CheckBytes } from '../../core/entries/entries.ts';
import type { ReceivedContent } from '../../core/versions/versions.ts';
import { DmsError, invalid } from '../../model/errors/errors.ts';
import { UnreadableRequest } from './request-errors.ts';

/** File of a form. Its content is received, but does not belong to a document yet. */
export interface ReceivedFile {
  /** File name without the folders that the client sent with it. */
  readonly name: string;
  /** Media type as declared by the client. */
  readonly mimeType: string;
  readonly content: ReceivedContent;
}

/** Completely received multipart form. */
export interface Form {
  /** Parts that are not files, by name. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Parts named `file`, in form order. */
  readonly files: readonly ReceivedFile[];
  /** Names of other parts with a file. Their content was skipped. */
  readonly unknownFiles: readonly string[];
}

/** Callbacks of {@link receiveForm} for each file. */
export interface FileHandling {
  /**
   * Throws if a file must not be stored. Called before the content of the file is read.
   * @param fields the fields that came before the file
   * @returns the check of the bytes that have arrived
   */
  readonly check: (fields: Readonly<Record<string, unknown>>, name: string) => CheckBytes;
  /** Stores the content of a file. @param permit throws if a content of at least `bytes` must not be stored */
  readonly receive: (stream: Readable, permit: (bytes: number) => void) => Promise<ReceivedContent>;
}

const LIMITS = {
  fieldNameSize: 100,
  // More than the longest comment (64 KiB), so that the schema rejects a longer comment with its own message. All
  // fields together are at most 1 MiB.
  fieldSize: 128 * 1024,
  fields: 8,
  files: 1000,
  parts: 1100,
  headerPairs: 100,
  fieldNestingDepth: 0,
} as const;

function fieldsOf(req: Request): Readonly<Record<string, unknown>> {
  const body: unknown = req.body;
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/**
 * Maps an error of the form parser to an error that describes the fault of the form. A `DmsError`, and an error of
 * receiving a file (`fileErrors`), are returned unchanged.
 */
function formError(error: unknown, fileErrors: readonly unknown[]): unknown {
  if (fileErrors.includes(error) || error instanceof DmsError) return error;
  if (error instanceof multer.MulterError) {
    if (error.code === 'LIMIT_FILE_COUNT')
      return invalid('file', 'too_many_files', { maximum: LIMITS.files });
    if (error.code === 'LIMIT_FIELD_COUNT')
      return invalid('body', 'too_many_form_fields', { maximum: LIMITS.fields });
    if (error.code === 'LIMIT_FIELD_VALUE') return invalid(error.field ?? 'body', 'field_too_long');
    // Nested name such as `a[b]`: no form of this interface has one.
    if (error.field !== undefined) return invalid(error.field, 'unknown_field');
  }
  return new UnreadableRequest('form_unreadable');
}

/** Maximum stored length of a file name. Longer than any valid name, so that a truncated name is still too long. */
const LONG_NAME = 300;

/** File name without the folders that the client sent with it. */
function baseName(path: string): string {
  const start = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return path.slice(start, start + LONG_NAME);
}

function parse(req: Request, res: Response, storage: multer.StorageEngine): Promise<void> {
  const read = multer({
    storage,
    limits: LIMITS,
    defParamCharset: 'utf8',
    // The parser would remove the folders itself, and silently drop a file whose remaining name is `..`.
    preservePath: true,
  }).any();
  return new Promise((resolve, reject) => {
    read(req, res, (error: unknown) => {
      if (error === undefined || error === null) resolve();
      else
        reject(
          error instanceof Error
            ? error
            : new Error('multer failed without an error object', { cause: error }),
        );
    });
  });
}

/**
 * Receives a multipart form. Streams the content of each `file` part to `handling.receive` as it arrives. If anything
 * fails, for example because the client disconnects, all received contents are discarded before the promise rejects.
 * @throws {UnreadableRequest} the body is not multipart, or is malformed
 * @throws {DmsError} invalid, for too many files or a field that is too long | the errors of `handling`
 */
export async function receiveForm(req: Request, res: Response, handling: FileHandling): Promise<Form> {
  if (typeof req.is('multipart/form-data') !== 'string') throw new UnreadableRequest('form_expected');
  const pending: Promise<ReceivedFile>[] = [];
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>();
  const unknownFiles = new Set<string>();

  const receiveFile = async ({
    originalname,
    mimetype,
    stream,
  }: Express.Multer.File): Promise<ReceivedFile> => {
    const name = baseName(originalname);
    const checkBytes = handling.check(fieldsOf(req), name);
    const content = await handling.receive(stream, (bytes) => checkBytes(bytes, true));
    try {
      checkBytes(content.size, false);
    } catch (error) {
      await content.discard();
      throw error;
    }
    return { name, mimeType: mimetype, content };
  };
  const engine: multer.StorageEngine = {
    _handleFile(_req, file, done) {
      if (file.fieldname !== 'file') {
        unknownFiles.add(file.fieldname);
        file.stream.once('end', () => done(null, {})).resume();
        return;
      }
      const received = receiveFile(file);
      pending.push(received);
      received.then(
        () => done(null, {}),
        (error: unknown) => {
          done(error);
          // The parser reports an error only after it has read the whole form.
          refuse(error);
        },
      );
    },
    // Received contents are discarded below, together with those of files that are still arriving.
    _removeFile: (_req, _file, done) => done(null),
  };

  try {
    await Promise.race([parse(req, res, engine), refused]);
    return { fields: fieldsOf(req), files: await Promise.all(pending), unknownFiles: [...unknownFiles] };
  } catch (error) {
    const outcomes = await Promise.allSettled(pending);
    const received = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    await Promise.all(received.map(({ value }) => value.content.discard()));
    const fileErrors: unknown[] = [];
    for (const outcome of outcomes) if (outcome.status === 'rejected') fileErrors.push(outcome.reason);
    throw formError(error, fileErrors);
  }
}
