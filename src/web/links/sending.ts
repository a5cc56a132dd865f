import type { Express, Request, RequestHandler, Response } from 'express';
import * as z from 'zod';
import type { CheckBytes } from '../../core/entries/entries.ts';
import type { RunningForm, Sender, VisitRequest } from '../../core/links/links.ts';
import { discardSmallBody } from '../../http/connections/request-body.ts';
import { type Form, receiveForm } from '../../http/uploads/multipart.ts';
import { ProtocolError, UnreadableRequest } from '../../http/uploads/request-errors.ts';
import { bytesHeader, metadataHeader, requireTus, sendTus } from '../../http/uploads/tus.ts';
import { assertReceived, expired, firstPartOf, nextPartOf } from '../../http/uploads/tus-parts.ts';
import { DmsError, invalid, notFound } from '../../model/errors/errors.ts';
import { sendEntryPage } from './entry-pages.ts';
import { entryIdOf, type LinkContext, setVisitCookie } from './link-context.ts';
import { refusalText, statusOf } from './refusals.ts';
import type { Words } from './texts.ts';

/** Longest media type that is read, in characters. */
const MEDIA_TYPE_CHARACTERS = 255;

const metadataSchema = z.object({
  filename: z.string(),
  filetype: z.string().max(MEDIA_TYPE_CHARACTERS).optional(),
  name: z.string().default(''),
  email: z.string().default(''),
});

/** Handles a request for an open link. */
export type LinkedHandler = (context: LinkContext, req: Request, res: Response) => unknown;

/**
 * Adds the requests with which visitors send files: a form, and the protocol tus for the script of the page. No response
 * tells what is in the folder, not even the name under which a file was stored.
 * @param linked opens the link of a request
 */
export function addSending(app: Express, linked: (handle: LinkedHandler) => RequestHandler): void {
  app.post('/s/:code/files', linked(receiveFiles));
  app.post('/s/:code/:id/files', linked(receiveFiles));
  app.post('/s/:code/:id/version', linked(receiveVersion));
  app.post('/s/:code/uploads', linked(asText(create)));
  app.post('/s/:code/:id/uploads', linked(asText(create)));
  app.head('/s/:code/uploads/:upload', linked(asText(head)));
  app.patch('/s/:code/uploads/:upload', linked(asText(append)));
  app.delete('/s/:code/uploads/:upload', linked(asText(remove)));
}

/** @throws {DmsError} not_found */
function uploadIdOf(req: Request): number {
  const id = String(req.params['upload']);
  if (!/^\d{1,15}$/.test(id)) throw notFound();
  return Number(id);
}

async function create(context: LinkContext, req: Request, res: Response): Promise<void> {
  const { dms, request, base } = context;
  requireTus(req, res);
  const length = bytesHeader(req, 'Upload-Length');
  const { text, fields } = metadataHeader(req);
  const { data } = metadataSchema.safeParse(fields);
  if (!data) throw new UnreadableRequest('header_not_metadata');
  const { filename: name, filetype: mimeType = null, ...sender } = data;
  const folderId = folderIdOf(context, req);
  const plan = { folderId, name, length, mimeType, modifiedAt: null, metadata: text, sender };
  const received = await dms.linkUploads.create(request, plan, firstPartOf(req));
  assertReceived(received);
  res.setHeader('Location', `${base}/uploads/${String(received.upload.id)}`);
  sendTus(res, 201, received.upload);
}

function head({ dms, request }: LinkContext, req: Request, res: Response): void {
  requireTus(req, res);
  const upload = dms.linkUploads.find(request, uploadIdOf(req));
  if (dms.resumableUploads.isExpired(upload)) throw expired();
  res.setHeader('Upload-Length', upload.length);
  if (upload.metadata !== '') res.setHeader('Upload-Metadata', upload.metadata);
  sendTus(res, 200, upload);
}

async function append({ dms, request }: LinkContext, req: Request, res: Response): Promise<void> {
  requireTus(req, res);
  const id = uploadIdOf(req);
  dms.linkUploads.find(request, id);
  const received = await dms.linkUploads.receive(request, id, nextPartOf(req));
  assertReceived(received);
  sendTus(res, 204, received.upload);
}

async function remove({ dms, request }: LinkContext, req: Request, res: Response): Promise<void> {
  requireTus(req, res);
  await dms.linkUploads.remove(request, uploadIdOf(req));
  sendTus(res, 204);
}

/**
 * Id of the folder in the address; undefined: the linked one.
 * @throws {DmsError} not_found: also for a visitor who must not learn which id the linked folder has
 */
function folderIdOf({ visit }: LinkContext, req: Request): number | undefined {
  if (req.params['id'] === undefined) return undefined;
  if (visit.link.kind === 'upload') throw notFound();
  return entryIdOf(req);
}

/** Receives the form with files, for browsers without JavaScript. */
async function receiveFiles(context: LinkContext, req: Request, res: Response): Promise<void> {
  const folderId = folderIdOf(context, req);
  await receive(context, req, res, async (request) => {
    const sending = context.dms.linkUploads.form(request, folderId);
    const store = (form: Form) => sending.store(form.files, senderIn(form.fields));
    await storeForm(req, res, { sending, arrive: (name) => sending.arrive(name), store });
  });
}

/** Receives the form with a new version of a document. */
async function receiveVersion(context: LinkContext, req: Request, res: Response): Promise<void> {
  const id = entryIdOf(req);
  await receive(context, req, res, async (request) => {
    const sending = context.dms.linkUploads.version(request, id);
    const store = ({ files, fields }: Form) =>
      sending.store(files, senderIn(fields), Number(fields['version']));
    await storeForm(req, res, { sending, arrive: () => sending.arrive(), store });
  });
}

/** Shows the page of the form, after it was stored, or with the reason why it was not. */
async function receive(
  context: LinkContext,
  req: Request,
  res: Response,
  storing: (request: VisitRequest) => Promise<void>,
): Promise<void> {
  const { base, dms, visit, words } = context;
  const secret = context.request.secret ?? dms.linkUploads.newVisit();
  const request = { ...context.request, secret };
  const named = req.params['id'];
  try {
    await storing(request);
    setVisitCookie(context, res, secret);
    res.redirect(303, named === undefined ? base : `${base}/${String(named)}`);
  } catch (error) {
    const problem = refusalText(words, error);
    if (problem === undefined) throw error;
    await discardSmallBody(req);
    const id = named === undefined ? visit.entry.id : entryIdOf(req);
    await sendEntryPage({ ...context, request }, res, { id, status: statusOf(error), problem });
  }
}

/** How a form is received. */
interface Receiving {
  readonly sending: RunningForm;
  readonly arrive: (name: string) => CheckBytes;
  readonly store: (form: Form) => Promise<void>;
}

async function storeForm(req: Request, res: Response, { sending, arrive, store }: Receiving): Promise<void> {
  try {
    const form = await receiveForm(req, res, {
      check: (_fields, name) => arrive(name),
      receive: (stream, permit) => sending.receive(stream, permit),
    });
    try {
      if (form.files.length === 0) throw invalid('file', 'required');
      await store(form);
    } finally {
      // Discards contents that were not stored. No effect if a document uses the content by now.
      await Promise.all(form.files.map(({ content }) => content.discard()));
    }
  } finally {
    sending.end();
  }
}

function senderIn(fields: Readonly<Record<string, unknown>>): Sender {
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return { name: textOf(fields['name']), email: textOf(fields['email']) };
}

/** Sends errors as text, which the script of the page shows. */
function asText(handle: LinkedHandler): LinkedHandler {
  return async (context, req, res) => {
    try {
      await handle(context, req, res);
    } catch (error) {
      const status = statusOf(error);
      if (status === 404 || status === 500 || res.headersSent) throw error;
      if (error instanceof DmsError && error.retryAfter !== undefined)
        res.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfter)));
      await discardSmallBody(req);
      res.status(status).type('text/plain').send(textOf(context.words, error));
    }
  };
}

function textOf(words: Words, error: unknown): string {
  return refusalText(words, error) ?? (error instanceof ProtocolError ? error.reason.text : words.failed);
}
