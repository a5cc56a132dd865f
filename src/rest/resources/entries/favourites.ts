import type { Request, Response } from 'express';
import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import { MAX_FAVOURITES } from '../../../core/personal-lists/personal-lists.ts';
import {
  actorOf,
  dataOf,
  idOf,
  pageOf,
  pageOfData,
  paging,
  recordId,
  sendData,
  sendPage,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';
import { entryWith, location } from './entries.ts';
import { entriesJson, include } from './shared-with.ts';

const favourite = entryWith({ path: location.path });
const marked = dataOf(z.strictObject({ id: recordId, favourite: z.boolean() }));

/** Operation of `/api/favourites`. */
export function favouriteOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List the favourites of the caller',
      description:
        'Folders come first, then by name. Entries in the trash, and those that the caller may no longer read, are ' +
        'omitted. They are listed again when they are restored or shared again.',
      query: paging.extend({ include }),
      responses: { 200: pageOfData(favourite) },
      handle: (req, res, { query }) => {
        const { include: included, ...rest } = query();
        const page = pageOf(rest);
        const found = dms.favourites.list(actorOf(req), page);
        const records = found.items.map(({ record }) => record);
        const entryJson = entriesJson(dms, req, included, records);
        sendPage(
          res,
          page,
          found,
          ({ record, path }): z.input<typeof favourite> => ({ ...entryJson(record), path }),
        );
      },
    }),
  } satisfies Operations;
}

/** Operations that mark an entry: the same for `/api/documents/{id}` and `/api/folders/{id}`. */
export function favouriteMarkOperations(dms: Dms, kind: 'document' | 'folder') {
  const mark = async (req: Request, res: Response, isFavourite: boolean): Promise<void> => {
    const wanted = kind === 'document' ? 'file' : 'folder';
    const { id } = await dms.favourites.mark(actorOf(req), idOf(req), isFavourite, { kind: wanted });
    sendData(res, { id, favourite: isFavourite });
  };
  return {
    mark: operation({
      summary: `Mark a ${kind} as a favourite of the caller`,
      description: `Needs \`read\` on it, and a token with \`write\`. A user may have ${MAX_FAVOURITES} favourites.`,
      responses: { 200: marked },
      handle: (req, res) => mark(req, res, true),
    }),
    unmark: operation({
      summary: `Remove a ${kind} from the favourites of the caller`,
      responses: { 200: marked },
      handle: (req, res) => mark(req, res, false),
    }),
  } satisfies Operations;
}
