import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import type { ReceivedContent } from '../../core/versions/versions.ts';
import { DmsError, invalid } from '../../model/errors.ts';
import { UnreadableRequest } from './errors.ts';

/** A file whose bytes are in the store, but in no document yet. */
export interface ReceivedFile {
  /** Without the folders it had at the sender. */
  readonly name: string;
  /** As the sender says. */
  readonly mimeType: string;
  readonly content: ReceivedContent;
}

/** A multipart form that was read to its end. */
export interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The `file` parts, in their order. */
  readonly files: readonly ReceivedFile[];
  /** Names of fields with a file that is not ours to take. */
  readonly strangers: readonly string[];
}

/** What the reader of a form leaves to its caller. */
export interface FormHandling {
  /** May refuse a file, by throwing, before any of it is read; `fields` are those that came before it. */
  readonly accept: (fields: Readonly<Record<string, unknown>>, name: string) => void;
  readonly receive: (stream: Readable) => Promise<ReceivedContent>;
}

const LIMITS = {
  fieldNameSize: 100,
  // A comment in bytes, and a little: what is longer is refused by its own rule, with its own message.
  fieldSize: 256 * 1024,
  fields: 50,
  files: 1000,
  parts: 1100,
  headerPairs: 100,
  fieldNestingDepth: 0,
} as const;

function fieldsOf(req: Request): Readonly<Record<string, unknown>> {
  const body: unknown = req.body;
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** A refusal of ours or a fault of the store goes on as it is; everything else the parser says means a bad form. */
function translate(error: unknown, failures: readonly unknown[]): unknown {
  if (failures.includes(error) || error instanceof DmsError) return error;
  if (error instanceof multer.MulterError) {
    if (error.code === 'LIMIT_FILE_COUNT') return invalid('file', `must be at most ${LIMITS.files} files`);
    if (error.code === 'LIMIT_FIELD_VALUE') return invalid(error.field ?? 'body', 'is too long');
    // `a[b]`: no field of ours has such a name.
    if (error.field !== undefined) return invalid(error.field, 'is not a known field');
  }
  return new UnreadableRequest('The multipart body cannot be read.');
}

function parse(req: Request, res: Response, storage: multer.StorageEngine): Promise<void> {
  const read = multer({ storage, limits: LIMITS, defParamCharset: 'utf8' }).any();
  return new Promise((resolve, reject) => {
    read(req, res, (error: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(error instanceof Error ? error : new Error('unknown error of multer', { cause: error }));
    });
  });
}

/**
 * Reads a multipart form, streaming each `file` into the store as it comes. When anything fails, the client going away
 * included, all that was received is discarded before this rejects.
 * @throws {UnreadableRequest} not multipart, or broken
 * @throws {DmsError} what `accept` and `receive` throw; invalid for too many files or too long a field
 */
export async function receiveForm(req: Request, res: Response, handling: FormHandling): Promise<Form> {
  if (typeof req.is('multipart/form-data') !== 'string')
    throw new UnreadableRequest('The body must be multipart/form-data.');
  const pending: Promise<ReceivedFile>[] = [];
  const strangers = new Set<string>();

  const take = async ({
    originalname: name,
    mimetype,
    stream,
  }: Express.Multer.File): Promise<ReceivedFile> => {
    handling.accept(fieldsOf(req), name);
    const content = await handling.receive(stream);
    return { name, mimeType: mimetype, content };
  };
  const engine: multer.StorageEngine = {
    _handleFile(_req, file, done) {
      if (file.fieldname !== 'file') {
        strangers.add(file.fieldname);
        file.stream.once('end', () => done(null, {})).resume();
        return;
      }
      const taken = take(file);
      pending.push(taken);
      taken.then(
        () => done(null, {}),
        (error: unknown) => done(error),
      );
    },
    // Done below for all files at once, those that are still being received included.
    _removeFile: (_req, _file, done) => done(null),
  };

  try {
    await parse(req, res, engine);
    return { fields: fieldsOf(req), files: await Promise.all(pending), strangers: [...strangers] };
  } catch (error) {
    const outcomes = await Promise.allSettled(pending);
    const received = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    await Promise.all(received.map(({ value }) => value.content.discard()));
    const failures: unknown[] = [];
    for (const outcome of outcomes) if (outcome.status === 'rejected') failures.push(outcome.reason);
    throw translate(error, failures);
  }
}
