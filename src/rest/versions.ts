import { z } from 'zod';
import type { Dms } from '../core/dms.ts';
import type { Version } from '../model/entry.ts';
import { answer, answerPage, timestamp } from './answers.ts';
import { actorOf, type Handlers } from './context.ts';
import { documentJson, personJson } from './entries.ts';
import { idOf, numberOf, pageOf, parseBody, text } from './fields.ts';

const changes = z.strictObject({ comment: text(64 * 1024) });

/** A version as the contract shows it. */
export function versionJson(version: Version) {
  return {
    number: version.number,
    size: version.size,
    mime_type: version.mimeType,
    sha256: version.sha256,
    author: personJson(version.author),
    comment: version.comment,
    created_at: timestamp(version.createdAt),
  };
}

/** `/api/documents/{id}/versions` but for the content. */
export function versionHandlers(dms: Dms) {
  return {
    list: (req, res) => {
      const page = pageOf(req);
      answerPage(res, page, dms.versions.list(actorOf(req), idOf(req), page), versionJson);
    },

    get: (req, res) => {
      answer(res, versionJson(dms.versions.get(actorOf(req), idOf(req), numberOf(req, 'number'))));
    },

    update: async (req, res) => {
      const [id, number] = [idOf(req), numberOf(req, 'number')];
      const { comment } = parseBody(changes, req);
      answer(res, versionJson(await dms.versions.comment(actorOf(req), id, number, comment)));
    },

    restore: async (req, res) => {
      const record = await dms.versions.restore(actorOf(req), idOf(req), numberOf(req, 'number'));
      answer(res, documentJson(record));
    },

    remove: async (req, res) => {
      const [id, number] = [idOf(req), numberOf(req, 'number')];
      await dms.versions.remove(actorOf(req), id, number);
      answer(res, { id, number });
    },
  } satisfies Handlers;
}
