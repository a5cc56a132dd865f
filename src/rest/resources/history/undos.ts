import type { Request, Response } from 'express';
import * as z from 'zod';
import type { Dms } from '../../../core/dms.ts';
import type { UndoRequest } from '../../../core/undo/undo.ts';
import type { Undo, UndoScope } from '../../../model/entries/undo.ts';
import { invalid } from '../../../model/errors/errors.ts';
import { type MessageData, textOfMessage } from '../../../model/errors/messages.ts';
import {
  actorOf,
  dataOf,
  dateOrTimestamp,
  idOf,
  messageData,
  messageDataJson,
  pageOf,
  pageOfData,
  paging,
  recordId,
  sendData,
  sendJson,
  sendPage,
  timestamp,
  timestampJson,
} from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';

const counts = {
  total: z.int().min(0).describe('Entries that belong to the undo.'),
  reverted: z.int().min(0).describe('Entries that are as they were.'),
  skipped: z.int().min(0).describe('Entries that were left as they are.'),
};

const undo = z
  .strictObject({
    id: recordId,
    kind: z.enum(['changes', 'folder', 'undo']),
    since: timestamp
      .nullable()
      .describe('For a folder: the time as of which it comes back. Null for another undo.'),
    until: timestamp.nullable(),
    user_id: recordId.nullable().describe('The user whose changes are taken back. Null: all users.'),
    token_id: recordId.nullable(),
    ip: z.string().nullable(),
    folder_id: recordId.nullable(),
    undo_id: recordId.nullable().describe('The undo that is taken back.'),
    force: z.boolean(),
    state: z.enum(['running', 'stopped', 'ended']),
    stop: messageData.describe('The error that stopped it; null: none.'),
    began_at: timestamp,
    ended_at: timestamp.nullable(),
    ...counts,
  })
  .meta({ id: 'Undo' });

const note = z.strictObject({
  entry_id: recordId,
  name: z.string().describe('Empty if the caller may not read the entry any more.'),
  reason: z.string().nullable().describe('Null: it would be put back.'),
  data: messageData.describe('`reason` as a code with facts.'),
});

/** An entry of a note, or of a preview. */
interface Noted {
  readonly entryId: number;
  readonly name: string;
  /** Null: it would be put back. */
  readonly reason: MessageData | null;
}

const preview = z
  .strictObject({
    ...counts,
    entries: z.array(note).describe('At most 10,000; Those with a `reason` would be left.'),
  })
  .meta({ id: 'UndoPreview' });

const dryRun = z.boolean().default(false).describe('Only says what would be done (200).');
const started = { 200: dataOf(preview), 202: dataOf(undo) };

const body = z.strictObject({
  login: z
    .string()
    .optional()
    .describe('Whose changes; default: those of the caller, with `ip` those of all users.'),
  token_id: recordId.optional().describe('Only changes with this token.'),
  ip: z.string().min(1).optional().describe('Only changes from this address.'),
  since: dateOrTimestamp.optional().describe('Changes at this time or later. Required without `undo_id`.'),
  until: dateOrTimestamp.optional().describe('Changes up to this time. Default: now.'),
  folder_id: z.int().min(0).optional().describe('Only in this folder. `0`: the home of the caller.'),
  force: z.boolean().default(false).describe('Also entries that others have changed since.'),
  undo_id: recordId.optional().describe('Takes back this undo. No other condition is then allowed.'),
  dry_run: dryRun,
});

function undoJson(record: Undo): z.input<typeof undo> {
  const { id, stop, beganAt, endedAt, total, reverted, skipped } = record;
  return {
    id,
    ...scopeJson(record.scope),
    state: stateOf(record),
    stop: messageDataJson(stop),
    began_at: timestampJson(beganAt),
    ended_at: timestampJson(endedAt),
    total,
    reverted,
    skipped,
  };
}

type ScopeJson = Pick<z.input<typeof undo>, 'kind' | keyof typeof NO_SCOPE>;

const NO_SCOPE = {
  ...{ since: null, until: null, user_id: null, token_id: null, ip: null, folder_id: null, undo_id: null },
  force: false,
};

function scopeJson(scope: UndoScope): ScopeJson {
  const { kind } = scope;
  if (kind === 'undo') return { ...NO_SCOPE, kind, undo_id: scope.undoId };
  if (kind === 'folder')
    return { ...NO_SCOPE, kind, since: timestampJson(scope.at), folder_id: scope.folderId };
  const { since, until, userId, tokenId, ip, folderId, isForced } = scope;
  return {
    ...{ kind, since: timestampJson(since), until: timestampJson(until), user_id: userId, token_id: tokenId },
    ...{ ip, folder_id: folderId, undo_id: null, force: isForced },
  };
}

function stateOf({ endedAt, stop }: Undo): 'running' | 'stopped' | 'ended' {
  if (endedAt !== null) return 'ended';
  return stop === null ? 'running' : 'stopped';
}

function noteJson({ entryId, name, reason }: Noted): z.input<typeof note> {
  return {
    entry_id: entryId,
    name,
    reason: reason && textOfMessage(reason),
    data: messageDataJson(reason),
  };
}

/** Begins an undo, which goes on after the response, or says what it would do. */
async function start(
  dms: Dms,
  req: Request,
  res: Response,
  request: UndoRequest,
  isDry: boolean,
): Promise<void> {
  const actor = actorOf(req);
  if (isDry) {
    const { entries, ...found } = await dms.undos.preview(actor, request);
    sendData(res, { ...found, entries: entries.map(noteJson) } satisfies z.input<typeof preview>);
    return;
  }
  const begun = await dms.undos.begin(actor, request);
  dms.undos.runInBackground(begun.id);
  sendJson(res, 202, { data: undoJson(begun) });
}

/** Operations that take back many changes (docs/build/contract/history.md §43). */
export function undoOperations(dms: Dms) {
  return { ...startingOperations(dms), ...readingOperations(dms) } satisfies Operations;
}

function startingOperations(dms: Dms) {
  return {
    start: operation({
      summary: 'Take back many changes',
      description:
        'The changes of a user, with a token or from an address since a time; or another undo. An earlier content ' +
        'becomes the newest version, what was deleted or moved comes back, and what was new goes to the trash. What ' +
        'others have changed since stays. Users take back their own changes; administrators those of all users. The ' +
        'work goes on after the response (202).',
      body,
      responses: started,
      handle: async (req, res, { body: read }) => {
        const { dry_run: isDry, ...given } = read();
        await start(dms, req, res, requestOf(given), isDry);
      },
    }),
    ofFolder: operation({
      summary: 'Put a folder back as it was at a time',
      description:
        'With everything in it, with the permissions of the caller. What was not in it at that time leaves it: what is ' +
        'new goes to the trash, what was moved into it goes back. It can be taken back as an undo.',
      body: z.strictObject({ at: dateOrTimestamp, dry_run: dryRun }),
      responses: started,
      handle: (req, res, { body: read }) => {
        const { at, dry_run: isDry } = read();
        return start(dms, req, res, { kind: 'folder', folderId: idOf(req), at }, isDry);
      },
    }),
    resume: operation({
      summary: 'Continue an undo that was stopped',
      description: 'For example when the disk has room again. A restart of the service continues it, too.',
      responses: { 202: dataOf(undo) },
      handle: (req, res) => {
        sendJson(res, 202, { data: undoJson(dms.undos.resume(actorOf(req), idOf(req))) });
      },
    }),
  } satisfies Operations;
}

function readingOperations(dms: Dms) {
  return {
    list: operation({
      summary: 'List undos',
      description: 'Newest first. Administrators see those of all users, other users their own.',
      query: paging,
      responses: { 200: pageOfData(undo) },
      handle: (req, res, { query }) => {
        const page = pageOf(query());
        sendPage(res, page, dms.undos.list(actorOf(req), page), undoJson);
      },
    }),
    get: operation({
      summary: 'Read how far an undo is',
      responses: { 200: dataOf(undo) },
      handle: (req, res) => sendData(res, undoJson(dms.undos.get(actorOf(req), idOf(req)))),
    }),
    notes: operation({
      summary: 'List what an undo left, and why',
      description: 'Also entries that came back under another name. At most 10,000.',
      query: paging,
      responses: { 200: pageOfData(note) },
      handle: (req, res, { query }) => {
        const page = pageOf(query());
        sendPage(res, page, dms.undos.notes(actorOf(req), idOf(req), page), noteJson);
      },
    }),
  } satisfies Operations;
}

/** @throws {DmsError} invalid (since: missing; undo_id: with other conditions) */
function requestOf(given: Omit<z.output<typeof body>, 'dry_run'>): UndoRequest {
  const {
    undo_id: undoId,
    login,
    token_id: tokenId,
    ip,
    since,
    until,
    folder_id: folderId,
    force: isForced,
  } = given;
  if (undoId !== undefined) {
    const others = [login, tokenId, ip, since, until, folderId].some((value) => value !== undefined);
    if (others || isForced) throw invalid('undo_id', 'only_condition');
    return { kind: 'undo', undoId };
  }
  if (since === undefined) throw invalid('since', 'required');
  return { kind: 'changes', login, tokenId, ip, since, until, folderId, isForced };
}
