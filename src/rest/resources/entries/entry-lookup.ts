import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import { actorOf, dataOf, must, sendData } from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { entry, entryJson } from './entries.ts';

const byPath = z.object({
  path: z
    .string(must('not_path'))
    .startsWith('/', must('not_path'))
    .describe(
      'Names from the top of the drive, each after a `/`. Encoded only as any query parameter. ' +
        '`/` is the home of the caller.',
    ),
});

/** Operation of `GET /api/entries`. */
export function entryLookupOperations(dms: Dms) {
  return {
    byPath: operation({
      summary: 'Find an entry by its path in the drive',
      description: 'The path is the part of the WebDAV URL after `/webdav`.',
      query: byPath,
      responses: { 200: dataOf(entry) },
      errors: [404],
      handle: (req, res, { query }) => {
        const names = query().path.split('/').filter(Boolean);
        sendData(res, entryJson(dms.tree.at(actorOf(req), names)));
      },
    }),
  } satisfies Operations;
}
