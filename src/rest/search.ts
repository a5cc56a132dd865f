import { z } from 'zod';
import type { Dms } from '../core/dms.ts';
import { answerPage } from './answers.ts';
import { actorOf, type Handlers } from './context.ts';
import { entryJson } from './entries.ts';
import { idOf, pageOf, parse } from './fields.ts';
import { parseSearchFilter } from './search-filter.ts';

const query = z.object({ q: z.string().default(''), filter: z.string().default('') });

/** `/api/folders/{id}/search`. */
export function searchHandlers(dms: Dms) {
  return {
    search: (req, res) => {
      const id = idOf(req);
      const page = pageOf(req);
      const { q, filter } = parse(query, req.query);
      const found = dms.search.search(actorOf(req), id, { q, filter: parseSearchFilter(filter) }, page);
      answerPage(res, page, found, ({ record, path, snippet, score }) => ({
        ...entryJson(record),
        path,
        snippet,
        score,
      }));
    },
  } satisfies Handlers;
}
