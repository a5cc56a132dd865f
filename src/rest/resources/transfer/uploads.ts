import type { Request, Response } from 'express';
import * as z from 'zod';
import { requireUser } from '../../../core/access/access.ts';
import type { Dms } from '../../../core/dms.ts';
import { type CheckBytes, OUTCOMES, type UploadedEntry } from '../../../core/entries/entries.ts';
import type { RunningUpload } from '../../../core/versions/versions.ts';
import { type Form, receiveForm } from '../../../http/uploads/multipart.ts';
import { CONFLICTS } from '../../../model/entries/conflict.ts';
import { cutComments } from '../../../model/entries/entry.ts';
import { fileNameFault, nameFault, pathFault } from '../../../model/entries/names.ts';
import {
  actorOf,
  dataOf,
  idOf,
  messageText,
  messageTextOf,
  must,
  parse,
  sendData,
  sendJson,
  signedInUser,
  singleLine,
  text,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { expectationOf } from '../entries/conditions.ts';
import { COMMENT_BYTES, TITLE_CHARACTERS } from '../entries/documents.ts';
import { entry, entryJson, entryWith } from '../entries/entries.ts';

export const folderField = z
  .string(must('not_folder_id'))
  .regex(/^\d{1,16}$/, messageText('not_folder_id'))
  .transform(Number)
  .refine((id) => Number.isSafeInteger(id), messageText('not_folder_id'))
  .meta({ type: 'integer', minimum: 0, description: 'Id of a folder; `0` is the home of the caller.' });

export const fileName = z.string().superRefine((name, context) => {
  const fault = fileNameFault(name);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: messageTextOf(fault) });
});

/** Maximum number of names in a path: no tree is deeper. */
const MAX_NAMES = 100;
/** Maximum length of a path, in UTF-16 code units; the longest names of the deepest tree have fewer. */
const PATH_LENGTH = 32 * 1024;

/** Schema of names separated by `/`. */
const relativePath = z
  .string()
  .max(PATH_LENGTH, messageText('too_many_characters', { maximum: PATH_LENGTH }))
  .transform((path) => path.split('/'))
  .superRefine(refuseBadNames)
  .meta({ type: 'string', maxLength: PATH_LENGTH });

/** Schema of the folders of an upload; an empty text means none. */
export const foldersField = z
  .string()
  .max(PATH_LENGTH, messageText('too_many_characters', { maximum: PATH_LENGTH }))
  .transform((path) => (path === '' ? [] : path.split('/')))
  .superRefine(refuseBadNames)
  .optional()
  .meta({
    type: 'string',
    maxLength: PATH_LENGTH,
    description: 'Names of folders below `folder_id`, separated by `/`. Missing folders are created.',
  });

function refuseBadNames(names: readonly string[], context: z.RefinementCtx): void {
  const fault = pathFault(names);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: messageTextOf(fault) });
  if (names.length > MAX_NAMES)
    context.addIssue({ code: 'custom', message: messageText('path_too_deep', { maximum: MAX_NAMES }) });
}

/** Schema of the action if the name of an upload is taken. */
export const conflictField = z
  .enum(CONFLICTS, must('not_one_of', { values: CONFLICTS.join(', ') }))
  .optional()
  .describe(
    'What happens if the name is taken. `version` (the default): the content becomes the next version of the document. ' +
      '`rename`: a number is added to the name of the new document. `skip`: the content is not stored. `fail`: 422.',
  );

/** Form fields with the destination of the files. */
const targetFields = z.object({ folder_id: folderField, path: foldersField, conflict: conflictField });

const uploadForm = z.strictObject({
  ...targetFields.shape,
  file: z
    .array(fileName, must('not_file'))
    .min(1, messageText('required'))
    .meta({ items: { type: 'string', contentMediaType: 'application/octet-stream' } }),
  title: singleLine(TITLE_CHARACTERS).optional(),
  comment: text(COMMENT_BYTES).optional(),
});

/** Schema of the result of an upload. */
const uploadedEntry = entryWith({
  outcome: z
    .enum(OUTCOMES)
    .describe(
      '`created`: a new document; `version`: the next version; `renamed`: a new document with another name; ' +
        '`skipped`: nothing was stored, and the record is that of the entry with this name; `same`: the ' +
        'document already had this content.',
    ),
});

function uploadedEntryJson({ entry: record, outcome }: UploadedEntry): z.input<typeof uploadedEntry> {
  return { ...entryJson(record), outcome };
}

function listedJson({ entry: record, outcome }: UploadedEntry): z.input<typeof uploadedEntry> {
  return uploadedEntryJson({ entry: cutComments(record), outcome });
}

const uploaded = z.strictObject({
  data: z
    .union([uploadedEntry, z.array(uploadedEntry)])
    .describe('One record, or an array if the form had several files.'),
});

/** Converts a form to one object for the schema: its fields, and the names of its files under `file`. */
function fieldsOf({ fields, files, unknownFiles }: Form): object {
  return {
    file: files.map(({ name }) => name),
    ...Object.fromEntries(unknownFiles.map((name) => [name, 'a file'])),
    ...fields,
  };
}

/** Rejects a file before its content is read, if the fields with the destination come before it. */
function authoriseEarly(
  arriving: ReturnType<Dms['pathUploads']['arriving']>,
  fields: Readonly<Record<string, unknown>>,
  name: string,
): CheckBytes {
  const target = targetFields.safeParse(fields);
  if (!target.success || nameFault(name) !== undefined) return () => undefined;
  const { folder_id: folderId, path = [], conflict = 'version' } = target.data;
  return arriving.arrive({ folderId, path, name, conflict });
}

/** Maximum number of paths that one request can look up. */
const MAX_PATHS = 1000;

const conflictsBody = z.strictObject({
  paths: z
    .array(relativePath)
    .max(MAX_PATHS, must('too_many_elements', { maximum: MAX_PATHS }))
    .describe('Names below the folder, separated by `/`.'),
});

/** Operation of `POST /api/folders/{id}/conflicts`. */
function conflictOperations(dms: Dms) {
  return {
    conflicts: operation({
      summary: 'Find the existing entries at the paths of an upload',
      description: 'Those of the paths that exist, in the order of the request.',
      body: conflictsBody,
      responses: { 200: dataOf(z.array(z.strictObject({ path: z.string(), entry }))) },
      handle: async (req, res, { body }) => {
        const actor = actorOf(req);
        dms.tree.folder(actor, idOf(req));
        const paths = body().paths.map((names) => names.join('/'));
        const existing = await dms.pathUploads.existing(actor, idOf(req), paths);
        sendData(
          res,
          existing.map(({ path, entry: found }) => ({ path, entry: entryJson(found) })),
        );
      },
    }),
  } satisfies Operations;
}

/** Operations that store uploads, and that find conflicts in advance. */
export function uploadOperations(dms: Dms) {
  /** Stores all files in one transaction: if one is rejected, none is stored. */
  function store(req: Request, form: Form) {
    const input = parse(uploadForm, fieldsOf(form));
    const { folder_id: folderId, path = [], conflict = 'version', title, comment } = input;
    const uploads = form.files.map(({ name, mimeType, content }) => ({
      target: { folderId, path, name, conflict },
      content,
      options: {
        mimeType,
        // Browsers also send fields that the user left empty.
        title: title === '' ? undefined : title,
        comment,
        expect: expectationOf(req),
      },
    }));
    return dms.pathUploads.store(signedInUser(req), uploads);
  }

  async function receiveAndStore(req: Request, res: Response, upload: RunningUpload): Promise<void> {
    const actor = signedInUser(req);
    const arriving = dms.pathUploads.arriving(actor, upload);
    const form = await receiveForm(req, res, {
      check: (fields, name) => authoriseEarly(arriving, fields, name),
      receive: (stream, permit) => dms.uploads.receive(actor, stream, { upload, permit, ownsBytes: true }),
    });
    try {
      const results = await store(req, form);
      const [first, ...others] = results;
      const isNew = results.some(({ outcome }) => outcome === 'created' || outcome === 'renamed');
      const status = isNew ? 201 : 200;
      sendJson(res, status, {
        data: first && others.length === 0 ? uploadedEntryJson(first) : results.map(listedJson),
      });
    } finally {
      // Discards contents that were not stored. No effect if a document uses the content by now.
      await Promise.all(form.files.map(({ content }) => content.discard()));
    }
  }

  return {
    ...conflictOperations(dms),

    upload: operation({
      summary: 'Upload documents',
      description:
        'If the folder already has a document with the name of the file, the content becomes its new ' +
        'version, unless `conflict` says otherwise. 201: at least one document was created. 200: none was ' +
        'created. Several files, and missing folders, are stored in one transaction: all or none. Contents are ' +
        'streamed, so they can be of any size. Evaluates conditional headers (RFC 9110 §13.1).',
      form: uploadForm,
      responses: { 200: uploaded, 201: uploaded },
      errors: [400, 412, 422],
      handle: async (req, res) => {
        const actor = signedInUser(req);
        requireUser(actor, 'write');
        const upload = dms.uploads.begin(actor);
        try {
          await receiveAndStore(req, res, upload);
        } finally {
          upload.end();
        }
      },
    }),
  } satisfies Operations;
}
