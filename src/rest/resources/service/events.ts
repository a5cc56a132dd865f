import type { Request, Response } from 'express';
import type { Dms } from '../../../core/dms.ts';
import type { Event, EventBatch } from '../../../core/events/events.ts';
import { actorOf, signedInUser } from '../../http/http.ts';
import { type Operations, operation } from '../../operation/operation.ts';

/** Maximum number of unsent bytes. A slower client is disconnected, and reconnects. */
const MAX_WAITING = 64 * 1024;
/** Delay after which a client reconnects, in milliseconds. */
const RETRY_MS = 3000;

function sentence(event: Event): string {
  return `event: ${event.kind}\ndata: ${JSON.stringify(event.kind === 'folder' ? { id: event.id } : {})}\n`;
}

/** Formats events. Only the last event has the id: a client that is disconnected earlier receives all of them again. */
function textOf({ id, events }: EventBatch): string {
  const last = events.length - 1;
  if (last < 0) return `: keep-alive\nid: ${id}\n\n`;
  return events.map((event, index) => `${sentence(event)}${index === last ? `id: ${id}\n` : ''}\n`).join('');
}

function begin(res: Response): void {
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  // nginx and others would otherwise buffer the events.
  res.setHeader('X-Accel-Buffering', 'no');
}

function stream(dms: Dms, req: Request, res: Response): void {
  const tell = (batch: EventBatch): void => {
    if (!res.headersSent) {
      begin(res);
      res.write(`retry: ${RETRY_MS}\n\n`);
    }
    res.write(textOf(batch));
    if (res.writableLength > MAX_WAITING) res.destroy();
  };
  const leave = dms.events.subscribe(actorOf(req), { tell, end: () => res.end() }, req.get('Last-Event-ID'));
  res.once('close', leave);
  if (res.destroyed) leave();
}

/** Operation that streams changes. */
export function eventOperations(dms: Dms) {
  return {
    stream: operation({
      summary: 'Subscribe to changes',
      description:
        'A stream of server-sent events: `folder` with `{"id": …}`, `trash`, `shares`, `account`, `favourites`, and `reset`, after ' +
        'which the client must reload all data. `Last-Event-ID` continues an interrupted stream.',
      responses: { 200: { mediaTypes: ['text/event-stream'], description: 'Events, as they happen.' } },
      handle: (req, res) => {
        signedInUser(req);
        if (req.method !== 'HEAD') {
          stream(dms, req, res);
          return;
        }
        begin(res);
        res.end();
      },
    }),
  } satisfies Operations;
}
