import type { Request, Response } from 'express';
import { z } from 'zod';
import { requireUser } from '../../core/access/access.ts';
import type { Dms } from '../../core/dms.ts';
import type { RunningUpload } from '../../core/versions/versions.ts';
import { nameFault } from '../../model/names.ts';
import {
  answerJson,
  type Form,
  must,
  parse,
  receiveForm,
  signedInUser,
  singleLine,
  text,
} from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { COMMENT_BYTES, expectationOf, TITLE_CHARACTERS } from './documents.ts';
import { document, documentJson } from './entries.ts';

const folderField = z
  .string(must('be the id of a folder'))
  .regex(/^\d{1,16}$/, 'must be the id of a folder')
  .transform(Number)
  .refine((id) => Number.isSafeInteger(id), 'must be the id of a folder')
  .meta({ type: 'integer', minimum: 0, description: 'Id of a folder; `0` is the home of the caller.' });

const fileName = z.string().superRefine((name, context) => {
  const fault = nameFault(name);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: `the file name ${fault}` });
});

const uploadForm = z.strictObject({
  folder_id: folderField,
  file: z
    .array(fileName, must('be a file'))
    .min(1, 'is required')
    .meta({ items: { type: 'string', contentMediaType: 'application/octet-stream' } }),
  title: singleLine(TITLE_CHARACTERS).optional(),
  comment: text(COMMENT_BYTES).optional(),
});

const uploaded = z.strictObject({
  data: z
    .union([document, z.array(document)])
    .describe('One document, or an array if the form had several files.'),
});

/** A form as one object for the schema: its fields, and under `file` the names of its files. */
function fieldsOf({ fields, files, unknownFiles }: Form): object {
  return {
    file: files.map(({ name }) => name),
    ...Object.fromEntries(unknownFiles.map((name) => [name, 'a file'])),
    ...fields,
  };
}

/** The operation `POST /api/documents/upload`. */
export function uploadOperations(dms: Dms) {
  /** Rejects a file before its content is read, if the form has `folder_id` before the file. */
  function authoriseEarly(req: Request, fields: Readonly<Record<string, unknown>>, name: string): void {
    const folder = folderField.safeParse(fields['folder_id']);
    if (!folder.success || nameFault(name) !== undefined) return;
    const actor = signedInUser(req);
    dms.uploads.authorise(actor, { folderId: folder.data, name });
  }

  /** Stores all files in one transaction: if one is rejected, none is stored. */
  function store(req: Request, form: Form) {
    const { folder_id: folderId, title, comment } = parse(uploadForm, fieldsOf(form));
    const uploads = form.files.map(({ name, mimeType, content }) => ({
      target: { folderId, name },
      content,
      options: {
        mimeType,
        // Browsers also send fields that the user left empty.
        title: title === '' ? undefined : title,
        comment,
        expect: expectationOf(req),
      },
    }));
    return dms.uploads.storeAll(signedInUser(req), uploads);
  }

  async function receiveAndStore(req: Request, res: Response, upload: RunningUpload): Promise<void> {
    const actor = signedInUser(req);
    const form = await receiveForm(req, res, {
      check: (fields, name) => authoriseEarly(req, fields, name),
      receive: (stream) => dms.uploads.receive(actor, stream, { upload }),
    });
    try {
      const results = await store(req, form);
      const records = results.map(({ document }) => documentJson(document));
      const status = results.some(({ outcome }) => outcome === 'created') ? 201 : 200;
      answerJson(res, status, { data: records.length === 1 ? records[0] : records });
    } finally {
      // Removes what was not stored. For a content that a document has now, this does nothing.
      await Promise.all(form.files.map(({ content }) => content.discard()));
    }
  }

  return {
    upload: operation({
      summary: 'Upload documents',
      description:
        'If the folder already has a document with the name of the file, the content becomes its new ' +
        'version. 201: at least one document was created. 200: none was created. Several files are stored ' +
        'in one transaction: all or none. Contents are streamed, so they can be of any size. Honours ' +
        'conditional headers (RFC 9110 §13.1).',
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
