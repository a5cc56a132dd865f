import { z } from 'zod';
import type { Dms } from '../../core/dms.ts';
import { actorOf, answerPage, idOf, pageOf, pageOfData, paging } from '../http/http.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { entryJson, entryWith } from './entries.ts';
import { parseSearchFilter } from './search-filter.ts';

const query = paging.extend({
  q: z
    .string()
    .default('')
    .describe('All words are required; `"a phrase"`, `word*`, `-word`. Whatever is typed is no error.'),
  filter: z
    .string()
    .default('')
    .describe(
      'Terms split by spaces or commas: `type:file|folder`, `ext:pdf`, `mime:image/*`, `owner:login`, `after:2026-01-31`, `before:…`, `larger:10M`, `smaller:1G`.',
    ),
});

const hit = entryWith({
  path: z.string().describe('As the caller sees it.'),
  snippet: z.string().describe('HTML: text around the match, the match in `<mark>`.'),
  score: z.number().describe('Greater is better.'),
});

/** `/api/folders/{id}/search`. */
export function searchOperations(dms: Dms) {
  return {
    search: operation({
      summary: 'Search beneath a folder',
      description: '`0`: all that the caller can reach. Best first; without `q` all that passes the filter.',
      query,
      answers: { 200: pageOfData(hit) },
      handle: (req, res, input) => {
        const id = idOf(req);
        const { q, filter, ...rest } = input.query();
        const page = pageOf(rest);
        const found = dms.search.search(actorOf(req), id, { q, filter: parseSearchFilter(filter) }, page);
        answerPage(
          res,
          page,
          found,
          ({ record, path, snippet, score }): z.input<typeof hit> => ({
            ...entryJson(record),
            path,
            snippet,
            score,
          }),
        );
      },
    }),
  } satisfies Operations;
}
