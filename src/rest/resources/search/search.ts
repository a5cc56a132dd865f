import { z } from 'zod';
import type { Dms } from '../../../core/dms.ts';
import { actorOf, answerPage, idOf, pageOf, pageOfData, paging } from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { entryJson, entryWith } from '../entries/entries.ts';
import { parseSearchFilter } from './search-filter.ts';

const query = paging.extend({
  q: z
    .string()
    .default('')
    .describe(
      'Words that must all occur; those of three letters or more also as beginnings of words. `"a phrase"`: the words ' +
        'in this order, as they are. `wo*`: words that start with `wo`. `-word`: a word that must not occur. Words after ' +
        'the 32nd do not count, nor does a star after a single letter.',
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
  path: z.string().describe('Path as the caller sees it, starting with `/`.'),
  snippet: z.string().describe('HTML: the text around the match, with the match in `<mark>`.'),
  score: z.number().describe('The greater, the better the match.'),
});

/** Operation of `/api/folders/{id}/search`. */
export function searchOperations(dms: Dms) {
  return {
    search: operation({
      summary: 'Search in a folder and its subfolders',
      description:
        '`0`: all entries that the caller can reach. The best matches come first. Without `q` all entries ' +
        'that match the filter; without both none.',
      query,
      responses: { 200: pageOfData(result) },
      handle: async (req, res, input) => {
        const id = idOf(req);
        const { q, filter, ...rest } = input.query();
        const page = pageOf(rest);
        const found = await dms.search.search(
          actorOf(req),
          id,
          { q, filter: parseSearchFilter(filter) },
          page,
        );
        answerPage(
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
