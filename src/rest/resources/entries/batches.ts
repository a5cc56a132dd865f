import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import type { Batch, BatchResult } from '../../../core/entries/entries.ts';
import {
  actorOf,
  entryIds,
  entryName,
  folderId,
  messageCode,
  messageFacts,
  must,
  reasonOf,
  recordId,
  sendLarge,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { entry, entryJson } from './entries.ts';

const conflict = z
  .enum(['fail', 'rename', 'skip'], must('not_one_of', { values: 'fail, rename, skip' }))
  .default('fail')
  .describe('What to do with an entry whose name is taken in the folder.');

const unchangedSince = z
  .int(must('not_whole_number'))
  .min(0, must('number_out_of_range', { minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
  .optional()
  .describe(
    'The `activity_id` of an earlier response, to undo what it reported. An entry is refused with ' +
      '`changed_meanwhile` or `changed_meanwhile_by` if another user has changed it, or an entry beneath it, since ' +
      'then. `delete` also refuses it if a content was stored in it.',
  );

const expectedFolderId = folderId
  .optional()
  .describe('The folder that the entries must be in. Others are refused with `moved_meanwhile`.');

const body = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('move'),
      ids: entryIds,
      folder_id: folderId,
      conflict,
      unchanged_since: unchangedSince,
      expected_folder_id: expectedFolderId,
    }),
    z.strictObject({ action: z.literal('copy'), ids: entryIds, folder_id: folderId, conflict }),
    z.strictObject({
      action: z.literal('delete'),
      ids: entryIds,
      unchanged_since: unchangedSince,
      expected_folder_id: expectedFolderId,
      expected_name: entryName
        .optional()
        .describe('The name that the entries must have. Others are refused with `renamed_meanwhile`.'),
      only_empty: z
        .boolean(must('not_boolean'))
        .optional()
        .describe('Refuses folders that contain entries, with `not_empty`.'),
    }),
    z.strictObject({ action: z.literal('purge'), ids: entryIds }),
    z.strictObject({ action: z.literal('restore'), ids: entryIds, folder_id: folderId.optional() }),
  ],
  must('not_one_of', { values: 'move, copy, delete, restore, purge' }),
);

const result = z.strictObject({
  id: recordId,
  status: z.enum(['done', 'skipped', 'failed']),
  message: z.string().optional().describe('Why the action was not done.'),
  code: messageCode.optional(),
  facts: messageFacts.optional(),
  entry: entry.optional().describe('The entry, or its copy.'),
});

const response = z.strictObject({
  data: z.array(result),
  meta: z.strictObject({
    activity_id: z
      .int()
      .min(0)
      .describe(
        'Id of the newest activity before the batch, for `unchanged_since` of a batch that undoes it.',
      ),
  }),
});

function conditionsOf(wanted: Extract<z.output<typeof body>, { action: 'move' | 'delete' }>) {
  return { unchangedSince: wanted.unchanged_since, expectedFolderId: wanted.expected_folder_id };
}

function batchOf(wanted: z.output<typeof body>): Batch {
  const { action, ids } = wanted;
  switch (action) {
    case 'delete':
      return {
        ...{ action, ids, onlyEmpty: wanted.only_empty, expectedName: wanted.expected_name },
        ...conditionsOf(wanted),
      };
    case 'purge':
      return { action, ids };
    case 'restore':
      return { action, ids, folderId: wanted.folder_id };
    case 'copy':
      return { action, ids, folderId: wanted.folder_id, conflict: wanted.conflict };
    case 'move': {
      const { folder_id: folderId, conflict } = wanted;
      return { action, ids, folderId, conflict, ...conditionsOf(wanted) };
    }
  }
}

function resultJson(done: BatchResult): z.input<typeof result> {
  const { id, status } = done;
  if (done.status === 'done')
    return done.entry === undefined ? { id, status } : { id, status, entry: entryJson(done.entry) };
  const { text, code, facts } = done.status === 'skipped' ? done.reason : reasonOf(done.error);
  return { id, status, message: text, code, facts };
}

/** Operations on many entries at a time. */
export function batchOperations(dms: Dms) {
  return {
    run: operation({
      summary: 'Move, copy, delete, restore or purge many entries',
      description:
        'A refusal of one entry does not affect the others. The results are in the order of `ids`. Documents and ' +
        'folders may be mixed. An entry inside a folder of the list is processed with that folder.',
      body,
      responses: { 200: response },
      handle: async (req, res, { body }) => {
        const actor = actorOf(req);
        const activity_id = dms.activity.position();
        const results = await dms.batches.run(actor, batchOf(body()));
        for (const result of results)
          if (result.status === 'failed') dms.securityEvents.writeDenied(actor, result.error);
        await sendLarge(res, { data: results.map(resultJson), meta: { activity_id } });
      },
    }),
  } satisfies Operations;
}
