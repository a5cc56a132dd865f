import type { Request } from 'express';
import { z } from 'zod';
import { requireUser } from '../../core/access/access.ts';
import type { Dms } from '../../core/dms.ts';
import { nameFault } from '../../model/names.ts';
import { answerJson, type Form, line, must, parse, receiveForm, signedInUser, text } from '../http/http.ts';
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
  if (fault !== undefined) context.addIssue({ code: 'custom', message: `has a name that ${fault}` });
});

const uploadForm = z.strictObject({
  folder_id: folderField,
  file: z
    .array(fileName, must('be a file'))
    .min(1, 'is required')
    .meta({ items: { type: 'string', contentMediaType: 'application/octet-stream' } }),
  title: line(TITLE_CHARACTERS).optional(),
  comment: text(COMMENT_BYTES).optional(),
});

const stored = z.strictObject({
  data: z.union([document, z.array(document)]).describe('An array when several files were sent.'),
});

/** What a form says, as one object for the schema: its fields, and the names of its files under `file`. */
function fieldsOf({ fields, files, strangers }: Form): object {
  return {
    file: files.map(({ name }) => name),
    ...Object.fromEntries(strangers.map((name) => [name, 'a file'])),
    ...fields,
  };
}

/** `POST /api/documents/upload`. */
export function uploadOperations(dms: Dms) {
  /** Refuses a file before it is read, where its folder is known already: the field came first. */
  function checkEarly(req: Request, fields: Readonly<Record<string, unknown>>, name: string): void {
    const folder = folderField.safeParse(fields['folder_id']);
    if (!folder.success || nameFault(name) !== undefined) return;
    const actor = signedInUser(req);
    dms.uploads.authorise(actor, { folderId: folder.data, name });
  }

  /** Stores all files in one transaction: should one be refused, none is stored. */
  function store(req: Request, form: Form) {
    const { folder_id: folderId, title, comment } = parse(uploadForm, fieldsOf(form));
    const uploads = form.files.map(({ name, mimeType, content }) => ({
      target: { folderId, name },
      content,
      options: {
        mimeType,
        // Browsers send fields that were left empty.
        title: title === '' ? undefined : title,
        comment,
        expect: expectationOf(req),
      },
    }));
    return dms.uploads.storeAll(signedInUser(req), uploads);
  }

  return {
    upload: operation({
      summary: 'Upload documents',
      description:
        'Streamed, of any size. 201 when a document was created; 200 when all files were new versions of documents of the same name. Several files are stored together, or none is. Honours conditional headers.',
      form: uploadForm,
      answers: { 200: stored, 201: stored },
      errors: [400, 412, 422],
      handle: async (req, res) => {
        const actor = signedInUser(req);
        requireUser(actor, 'write');
        const form = await receiveForm(req, res, {
          accept: (fields, name) => checkEarly(req, fields, name),
          receive: (stream) => dms.uploads.receive(actor, stream),
        });
        try {
          const results = await store(req, form);
          const records = results.map(({ head }) => documentJson(dms.documents.written(actor, head.id)));
          const status = results.some(({ outcome }) => outcome === 'created') ? 201 : 200;
          answerJson(res, status, { data: records.length === 1 ? records[0] : records });
        } finally {
          // What was stored is no longer there to be discarded; what was not must not be left behind.
          await Promise.all(form.files.map(({ content }) => content.discard()));
        }
      },
    }),
  } satisfies Operations;
}
