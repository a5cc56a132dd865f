import type { Request } from 'express';
import { z } from 'zod';
import type { Dms } from '../core/dms.ts';
import { etagOf, preconditionFails } from '../http/etag.ts';
import type { Document, DocumentRecord } from '../model/entry.ts';
import { DmsError, notFound } from '../model/errors.ts';
import { answer, answerCreated } from './answers.ts';
import { actorOf, type Handlers, lookingUp } from './context.ts';
import { documentJson, entryJson } from './entries.ts';
import { folderId, idOf, line, parseBody, someField, text } from './fields.ts';
import { shareJson } from './shares.ts';
import { versionJson } from './versions.ts';

/** Longest title, in characters, and comments, in bytes. */
export const TITLE_CHARACTERS = 1000;
export const COMMENT_BYTES = 64 * 1024;

const changes = someField(
  z.strictObject({
    title: line(TITLE_CHARACTERS).optional(),
    comments: text(COMMENT_BYTES).optional(),
    name: z.string().optional(),
  }),
);
const moveBody = z.strictObject({ folder_id: folderId });
const copyBody = z.strictObject({ folder_id: folderId, name: z.string() });

/**
 * Refuses a write whose `If-Match` and kin do not hold for the document as it is now.
 * @param current undefined when there is none
 * @throws {DmsError} precondition_failed
 */
export function requireConditions(req: Request, current: Document | undefined): void {
  const validators = current && { etag: etagOf(current), lastModified: current.modifiedAt };
  if (preconditionFails(req.headers, validators)) {
    throw new DmsError('precondition_failed', 'The document is not in the state that the request asks for.');
  }
}

/** `/api/documents/{id}` but for its content and its versions. */
export function documentHandlers(dms: Dms) {
  /** The document of the path. A folder is none: 404. */
  const subject = (req: Request): DocumentRecord => dms.tree.document(lookingUp(actorOf(req)), idOf(req));

  return {
    get: (req, res) => {
      answer(res, documentJson(dms.tree.document(actorOf(req), idOf(req))));
    },

    metadata: (req, res) => {
      const { document, path, versions, shares, properties } = dms.documents.metadata(
        actorOf(req),
        idOf(req),
      );
      answer(res, {
        ...documentJson(document),
        path,
        versions: versions.map(versionJson),
        ...(shares === undefined ? {} : { shares: shares.map(shareJson) }),
        properties,
        media: null,
      });
    },

    update: async (req, res) => {
      const document = subject(req);
      const change = parseBody(changes, req);
      requireConditions(req, document);
      answer(res, documentJson(await dms.documents.update(actorOf(req), document.id, change)));
    },

    remove: async (req, res) => {
      const document = subject(req);
      requireConditions(req, document);
      await dms.entries.remove(actorOf(req), document.id);
      answer(res, { id: document.id });
    },

    unlock: async (req, res) => {
      const { id } = subject(req);
      await dms.locks.break(actorOf(req), id);
      answer(res, { id });
    },

    move: async (req, res) => {
      const { id, name } = subject(req);
      const { folder_id } = parseBody(moveBody, req);
      const { entry } = await dms.entries.move(actorOf(req), id, { folderId: folder_id, name });
      answer(res, entryJson(entry));
    },

    copy: async (req, res) => {
      const { id } = subject(req);
      const { folder_id, name } = parseBody(copyBody, req);
      const { entry } = await dms.entries.copy(actorOf(req), id, { folderId: folder_id, name });
      answerCreated(res, entryJson(entry));
    },

    /** Thumbnails are not made yet: 404, to those who may read the document too. */
    thumbnail: (req) => {
      dms.tree.document(actorOf(req), idOf(req));
      throw notFound();
    },
  } satisfies Handlers;
}
