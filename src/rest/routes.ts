import express, { type RequestHandler, Router } from 'express';
import type { Dms } from '../core/dms.ts';
import { accountHandlers } from './account.ts';
import { activityHandlers } from './activity.ts';
import { signedInUser } from './context.ts';
import { documentHandlers } from './documents.ts';
import { downloadHandlers } from './downloads.ts';
import { UnreadableRequest } from './errors.ts';
import { folderHandlers } from './folders.ts';
import { searchHandlers } from './search.ts';
import { signInHandlers } from './sign-in.ts';
import { trashHandlers } from './trash.ts';
import { uploadHandlers } from './uploads.ts';
import { userHandlers } from './users.ts';
import { versionHandlers } from './versions.ts';

const JSON_BYTES = 1024 * 1024;

const user: RequestHandler = (req, _res, next) => {
  signedInUser(req);
  next();
};

const requireJson: RequestHandler = (req, _res, next) => {
  const body: unknown = req.body;
  const announced = Number(req.get('Content-Length') ?? 0) > 0 || req.get('Transfer-Encoding') !== undefined;
  if (body === undefined && announced) throw new UnreadableRequest('The body must be application/json.');
  if (Array.isArray(body)) throw new UnreadableRequest('The body must be a JSON object.');
  next();
};

/** `/api/documents` with contents and versions. */
function documentRoutes(api: Router, dms: Dms, json: RequestHandler[]): void {
  const documents = documentHandlers(dms);
  const downloads = downloadHandlers(dms);
  const uploads = uploadHandlers(dms);
  const versions = versionHandlers(dms);

  api.post('/documents/upload', user, uploads.upload);
  api.get('/documents/:id', user, documents.get);
  api.patch('/documents/:id', user, json, documents.update);
  api.delete('/documents/:id', user, documents.remove);
  api.delete('/documents/:id/lock', user, documents.unlock);
  api.get('/documents/:id/download', user, downloads.head);
  api.get('/documents/:id/thumbnail', user, documents.thumbnail);
  api.get('/documents/:id/metadata', user, documents.metadata);
  api.post('/documents/:id/move', user, json, documents.move);
  api.post('/documents/:id/copy', user, json, documents.copy);

  api.get('/documents/:id/versions', user, versions.list);
  api.get('/documents/:id/versions/:number', user, versions.get);
  api.patch('/documents/:id/versions/:number', user, json, versions.update);
  api.delete('/documents/:id/versions/:number', user, versions.remove);
  api.get('/documents/:id/versions/:number/download', user, downloads.version);
  api.post('/documents/:id/versions/:number/restore', user, versions.restore);
}

/** Every route under `/api`. `user` answers 401 to guests before any body is read. */
export function apiRoutes(dms: Dms, baseUrl: string | null): Router {
  const api = Router({ caseSensitive: true, strict: true });
  const json = [express.json({ limit: JSON_BYTES }), requireJson];
  const account = accountHandlers(dms);
  const activity = activityHandlers(dms);
  const folders = folderHandlers(dms);
  const search = searchHandlers(dms);
  const signIn = signInHandlers(dms, baseUrl);
  const trash = trashHandlers(dms);
  const users = userHandlers(dms);

  api.post('/login', json, signIn.login);
  api.post('/logout', user, signIn.logout);

  api.get('/account', user, account.get);
  api.patch('/account', user, json, account.update);
  api.get('/account/sessions', user, account.sessions);
  api.delete('/account/sessions', user, account.endOtherSessions);
  api.delete('/account/sessions/:id', user, account.endSession);
  api.get('/account/tokens', user, account.tokens);
  api.post('/account/tokens', user, json, account.createToken);
  api.delete('/account/tokens/:id', user, account.revokeToken);

  documentRoutes(api, dms, json);

  api.get('/folders/shares', user, folders.shares);
  api.post('/folders', user, json, folders.create);
  api.get('/folders/:id', user, folders.get);
  api.patch('/folders/:id', user, json, folders.rename);
  api.delete('/folders/:id', user, folders.remove);
  api.delete('/folders/:id/lock', user, folders.unlock);
  api.get('/folders/:id/contents', user, folders.contents);
  api.get('/folders/:id/search', user, search.search);
  api.post('/folders/:id/move', user, json, folders.move);
  api.post('/folders/:id/copy', user, json, folders.copy);

  api.get('/trash', user, trash.list);
  api.post('/trash/:id/restore', user, json, trash.restore);
  api.delete('/trash/:id', user, trash.purge);

  api.get('/users', user, users.list);
  api.post('/users', user, json, users.create);
  api.get('/users/:id', user, users.get);
  api.patch('/users/:id', user, json, users.update);
  api.delete('/users/:id', user, users.remove);

  api.get('/activity', user, activity.list);
  api.get('/v2/documents/:id/activity', user, activity.ofDocument);
  return api;
}
