import { z } from 'zod';
import type { Dms } from '../core/dms.ts';
import type { Activity } from '../model/activity.ts';
import { answerPage, timestamp } from './answers.ts';
import { actorOf, type Handlers } from './context.ts';
import { idOf, pageOf, parse, time } from './fields.ts';

const query = z.object({
  action: z.string().optional(),
  user: z.string().optional(),
  after: time.optional(),
  before: time.optional(),
});

function activityJson(activity: Activity) {
  return {
    id: activity.id,
    action: activity.action,
    user: activity.user,
    timestamp: timestamp(activity.at),
    details: activity.details,
    document_id: activity.documentId,
    folder_id: activity.folderId,
    ip: activity.ip,
  };
}

/** `/api/activity` and `/api/v2/documents/{id}/activity`. */
export function activityHandlers(dms: Dms) {
  return {
    list: (req, res) => {
      const page = pageOf(req);
      answerPage(res, page, dms.activity.list(actorOf(req), parse(query, req.query), page), activityJson);
    },

    ofDocument: (req, res) => {
      const id = idOf(req);
      const page = pageOf(req);
      answerPage(res, page, dms.activity.ofDocument(actorOf(req), id, page), activityJson);
    },
  } satisfies Handlers;
}
