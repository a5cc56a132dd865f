import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import { LINK_KINDS, type LinkUse } from '../../../model/entries/link.ts';
import { must, recordId, timestamp, timestampJson } from '../../http/http.ts';
import { person } from '../entries/entries.ts';

/** A link as the core returns it. */
type LinkView = ReturnType<Dms['links']['get']>;

/** Schema of the kind of a link. */
export const kind = z
  .enum(LINK_KINDS, must('not_one_of', { values: LINK_KINDS.join(', ') }))
  .describe(
    '`view`: visitors see what a browser can display. `download`: they can also download. `upload`: they can only ' +
      'send files into the folder. `edit`: they can download, send new versions, and send files into folders.',
  );

/** Schema of a link (docs/build/contract/links.md §38). */
export const link = z
  .strictObject({
    id: recordId,
    document_id: recordId.nullable().describe('Either `document_id` or `folder_id` is null.'),
    folder_id: recordId.nullable(),
    entry: z
      .strictObject({ id: recordId, name: z.string(), type: z.enum(['file', 'folder']) })
      .nullable()
      .describe('Null if the caller cannot see it.'),
    kind,
    label: z.string().describe('Note of the creator; empty for none. Visitors do not see it.'),
    has_password: z.boolean(),
    expires_at: timestamp.nullable(),
    ends_at: timestamp
      .nullable()
      .describe('The earlier of `expires_at` and the end by `links.max_days`; null: the link does not end.'),
    max_downloads: z.int().nullable(),
    downloads: z.int(),
    max_files: z.int().nullable(),
    max_bytes: z.int().nullable(),
    files: z.int().describe('Number of files that visitors have sent.'),
    visits: z
      .int()
      .describe('How often the first page was opened, and addresses that began with another one.'),
    last_used_at: timestamp.nullable(),
    listed: z.boolean().describe('False: only the creator and administrators see the link.'),
    works: z.boolean().describe('False: visitors get the same response as for an unknown link.'),
    created_by: person.extend({ login: z.string() }).meta({ id: 'LinkCreator' }),
    created_at: timestamp,
  })
  .meta({ id: 'Link' });

/** Schema of a new link. */
export const createdLink = link
  .extend({
    url: z
      .string()
      .describe(
        'The link. It contains the code, which is not stored: no other response has it. Begins with a slash if ' +
          '`server.base_url` is not set.',
      ),
  })
  .meta({ id: 'CreatedLink' });

/** Schema of the use of a link from one client address. */
export const use = z
  .strictObject({
    ip: z.string().nullable().describe('Address of the client; for IPv6 its /56 network. Null: unknown.'),
    first_at: timestamp,
    last_at: timestamp,
    visits: z.int(),
    downloads: z.int(),
  })
  .meta({ id: 'LinkUse' });

/** JSON view of a link. */
export function linkJson(record: LinkView): z.input<typeof link> {
  const { entry, entryId, entryKind } = record;
  return {
    id: record.id,
    document_id: entryKind === 'file' ? entryId : null,
    folder_id: entryKind === 'folder' ? entryId : null,
    entry: entry && { id: entry.id, name: entry.name, type: entry.kind },
    kind: record.kind,
    label: record.label,
    has_password: record.hasPassword,
    expires_at: timestampJson(record.expiresAt),
    ends_at: timestampJson(record.endsAt),
    max_downloads: record.maxDownloads,
    downloads: record.downloads,
    max_files: record.maxFiles,
    max_bytes: record.maxBytes,
    files: record.files,
    visits: record.visits,
    last_used_at: timestampJson(record.lastUsedAt),
    listed: record.isListed,
    works: record.works,
    created_by: { id: record.createdBy.id, name: record.createdBy.name, login: record.createdBy.login },
    created_at: timestampJson(record.createdAt),
  };
}

/** JSON view of a use. */
export function useJson({ ip, firstAt, lastAt, visits, downloads }: LinkUse): z.input<typeof use> {
  return { ip, first_at: timestampJson(firstAt), last_at: timestampJson(lastAt), visits, downloads };
}
