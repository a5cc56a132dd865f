import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import { actorOf, idOf, pageOf, pageOfData, paging, sendPage } from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { entryWith, location } from '../entries/entries.ts';
import { entriesJson, include } from '../entries/shared-with.ts';
import { parseSearchFilter } from './search-filter.ts';

const query = paging.extend({
  include,
  q: z
    .string()
    .default('')
    .describe(
      'Words that must all occur. A word of three letters or more also matches the beginning of a longer word. ' +
        '`"a phrase"`: exactly these words in this order. `wo*`: words that start with `wo`. `-word`: a word that must ' +
        'not occur. Words after the 32nd are ignored, and so is a star after a single letter.',
    ),
  filter: z
    .string()
    .default('')
    .describe(
      'Terms separated by spaces or commas: `type:file|folder`, `ext:pdf`, `mime:image/*`, `owner:login`, ' +
        '`after:2026-01-31`, `before:…`, `larger:10M`, `smaller:1G`. At most 32 terms.',
    ),
});

const result = entryWith({
  path: location.path,
  snippet: z.string().describe('HTML: the text around the match, with the match in `<mark>`.'),
  score: z.number().describe('Relevance: a greater value is a better match.'),
});

/** Operation of `/api/folders/{id}/search`. */
export function searchOperations(dms: Dms) {
  return {
    search: operation({
      summary: 'Search in a folder and its subfolders',
      description:
        '`0`: all entries that the caller can reach. The best matches come first. Without `q`: all entries ' +
        'that match the filter. Without `q` and `filter`: none.',
      query,
      responses: { 200: pageOfData(result) },
      handle: async (req, res, input) => {
        const id = idOf(req);
        const { q, filter, include: included, ...rest } = input.query();
        const page = pageOf(rest);
        const found = await dms.search.search(
          actorOf(req),
          id,
          { q, filter: parseSearchFilter(filter) },
          page,
        );
        const records = found.items.map(({ record }) => record);
        const entryJson = entriesJson(dms, req, included, records);
        sendPage(
          res,
          page,
          found,
          ({ record, path, snippet, score }): z.input<typeof result> => ({
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
