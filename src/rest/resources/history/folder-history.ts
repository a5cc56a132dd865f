import type { Request, Response } from 'express';
import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import type { EarlierEntry } from '../../../core/history/history.ts';
import type { PageRequest } from '../../../model/entries/page.ts';
import { actorOf, idOf, recordId, sendPage, timestamp, timestampJson } from '../../http/http.ts';

/** Schema of a member of a folder as it was at a time (docs/build/contract/history.md §41). */
export const earlierEntry = z
  .strictObject({
    id: recordId,
    name: z.string().describe('The name at that time.'),
    type: z.enum(['file', 'folder']),
    version: z
      .strictObject({
        version: z.int().min(1),
        size: z.int().min(0).describe('Bytes.'),
        mime_type: z.string(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        created_at: timestamp,
        certain: z.boolean().describe('False: a later version of that time may have been deleted since.'),
      })
      .nullable()
      .describe(
        'The newest version of that time. Null for a folder, and if all versions of that time were deleted since.',
      ),
    now: z
      .strictObject({
        folder_id: recordId.nullable().describe('`0` if the caller may not read it; null for a root.'),
        name: z.string(),
      })
      .nullable()
      .describe('Where the entry is now. Null: in the trash.'),
  })
  .meta({ id: 'EarlierEntry' });

function earlierEntryJson({ id, name, isFolder, version, now }: EarlierEntry): z.input<typeof earlierEntry> {
  return {
    id,
    name,
    type: isFolder ? 'folder' : 'file',
    version: version && {
      version: version.number,
      size: version.size,
      mime_type: version.mimeType,
      sha256: version.sha256,
      created_at: timestampJson(version.createdAt),
      certain: version.isCertain,
    },
    now: now.kind === 'trash' ? null : { folder_id: now.folderId, name: now.name },
  };
}

/** Sends a page of the contents of a folder at a time. @param at milliseconds UTC */
export async function sendContentsAt(
  dms: Dms,
  req: Request,
  res: Response,
  { at, page }: { readonly at: number; readonly page: PageRequest },
): Promise<void> {
  const members = await dms.folderHistory.contents(actorOf(req), idOf(req), at, page);
  sendPage(res, page, members, earlierEntryJson);
}
