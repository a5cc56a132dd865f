import { z } from 'zod';
import type { Dms } from '../../../core/dms.ts';
import type { Batch, BatchResult } from '../../../core/entries/entries.ts';
import {
  actorOf,
  answerLarge,
  dataOf,
  entryIds,
  folderId,
  messageCode,
  messageFacts,
  must,
  reasonOf,
  recordId,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { entry, entryJson } from './entries.ts';

const conflict = z
  .enum(['fail', 'rename', 'skip'], must('not_one_of', { values: 'fail, rename, skip' }))
  .default('fail')
  .describe('What to do with an entry whose name is taken in the folder.');

const body = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ action: z.enum(['move', 'copy']), ids: entryIds, folder_id: folderId, conflict }),
    z.strictObject({ action: z.enum(['delete', 'purge']), ids: entryIds }),
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

function batchOf(wanted: z.output<typeof body>): Batch {
  switch (wanted.action) {
    case 'delete':
    case 'purge':
      return { action: wanted.action, ids: wanted.ids };
    case 'restore':
      return { action: wanted.action, ids: wanted.ids, folderId: wanted.folder_id };
    default: {
      const { action, ids, folder_id, conflict } = wanted;
      return { action, ids, folderId: folder_id, conflict };
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
      responses: { 200: dataOf(z.array(result)) },
      handle: async (req, res, { body }) => {
        const actor = actorOf(req);
        const results = await dms.batches.run(actor, batchOf(body()));
        for (const result of results)
          if (result.status === 'failed') dms.securityEvents.writeDenied(actor, result.error);
        await answerLarge(res, { data: results.map(resultJson) });
      },
    }),
  } satisfies Operations;
}
