import type { Request, Response } from 'express';
import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import { sendArchive } from '../../../http/zip/send-archive.ts';
import { zipLength } from '../../../http/zip/zip-writer.ts';
import {
  actorOf,
  dataOf,
  dateOrTimestamp,
  entryIds,
  idOf,
  sendCreated,
  timestamp,
  timestampJson,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';

const archive = z.strictObject({
  url: z.string().describe('URL of the download, without the host.'),
  name: z.string().describe('Name of the file.'),
  entries: z.int().min(1).describe('Number of documents and folders in the archive.'),
  bytes: z.int().min(1).describe('Length of the file in bytes.'),
  expires_at: timestamp.describe('Time until which it can be downloaded.'),
});

async function download(dms: Dms, req: Request, res: Response): Promise<void> {
  const opened = await dms.archives.open(actorOf(req), idOf(req));
  try {
    await sendArchive(opened, res);
  } finally {
    opened.close();
  }
}

/** Operations that create archives of many entries, and send them. */
export function archiveOperations(dms: Dms) {
  return {
    create: operation({
      summary: 'Create an archive of documents and folders',
      description:
        'Contains folders with everything in them, and the newest version of each document. Entries that the caller ' +
        'cannot read are omitted. Only the caller can download the archive, for five minutes.',
      body: z.strictObject({
        ids: entryIds,
        at: dateOrTimestamp
          .optional()
          .describe(
            'Archives the entries as they were at this time: names, versions and members of folders, also those that ' +
              'are in the trash now. Not in the future (422).',
          ),
      }),
      responses: { 201: dataOf(archive) },
      handle: async (req, res, { body }) => {
        const { ids, at } = body();
        const { id, name, entries, expiresAt } = await dms.archives.create(actorOf(req), ids, at);
        sendCreated(res, {
          url: `${req.baseUrl}/archives/${id}`,
          name,
          entries: entries.length,
          bytes: zipLength(entries),
          expires_at: timestampJson(expiresAt),
        });
      },
    }),

    download: operation({
      summary: 'Download an archive',
      description: 'A ZIP file. If an entry of it is deleted during the download, the download is aborted.',
      responses: { 200: { mediaTypes: ['application/zip'], description: 'The archive.' } },
      handle: (req, res) => download(dms, req, res),
    }),
  } satisfies Operations;
}
