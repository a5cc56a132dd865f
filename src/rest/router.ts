import { promisify } from 'node:util';
import express, { type RequestHandler, Router } from 'express';
import { hasBody, receivedInTime } from '../http/connections/request-body.ts';
import { UnreadableRequest } from '../http/uploads/request-errors.ts';
import { notFound } from '../model/errors/errors.ts';
import type { Actor } from '../model/people/actor.ts';
import { actorOf, signedInUser } from './http/http.ts';
import type { Caller, Route } from './operation/operation.ts';
import { announceDeprecation } from './operation/operation.ts';

/** Maximum length of a JSON body, in bytes. */
const JSON_BYTES = 1024 * 1024;

const requireUser: RequestHandler = (req, _res, next) => {
  signedInUser(req);
  next();
};

const requireHalfSignedIn: RequestHandler = (req, _res, next) => {
  if (actorOf(req).kind !== 'half_signed_in') signedInUser(req);
  next();
};

const GUARDS: Readonly<Record<Caller, readonly RequestHandler[]>> = {
  guest: [],
  half_signed_in: [requireHalfSignedIn],
  user: [requireUser],
};

const VERBS = {
  GET: 'get',
  HEAD: 'head',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
  OPTIONS: 'options',
} as const satisfies Record<Route[0], string>;

/** Rejects OPTIONS of a path without an OPTIONS route with 404, like any unknown method. */
const rejectOptions: RequestHandler = (req, _res, next) => {
  if (req.method === 'OPTIONS') throw notFound();
  next();
};

const jsonParser: RequestHandler = express.json({ limit: JSON_BYTES });
const parseJson = promisify(jsonParser);

const readJson: RequestHandler = async (req, res, next) => {
  // The parser would read an oversized body to its end before it reports the error.
  if (Number(req.get('Content-Length') ?? 0) > JSON_BYTES) throw new UnreadableRequest('body_too_long');
  await receivedInTime(parseJson(req, res), () => new UnreadableRequest('body_late'));
  next();
};

const requireJson: RequestHandler = (req, _res, next) => {
  const body: unknown = req.body;
  if (body === undefined && hasBody(req.headers)) throw new UnreadableRequest('body_not_json');
  if (Array.isArray(body)) throw new UnreadableRequest('body_not_object');
  next();
};

/**
 * Serves the routes. If two of them match a request, the first one is used. The JSON body is parsed only for operations
 * with a `body` schema.
 * @param assertCurrent throws if the actor has lost access; called when a body has arrived
 */
export function routerOf(routes: readonly Route[], assertCurrent: (actor: Actor) => void): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const requireCurrent: RequestHandler = (req, _res, next) => {
    assertCurrent(actorOf(req));
    next();
  };
  const json = [readJson, requireJson, requireCurrent];
  const serve = ([method, path, caller, operation]: Route): void => {
    const { body, deprecation } = operation;
    const handlers: RequestHandler[] = [
      ...(deprecation === undefined ? [] : [announceDeprecation(deprecation)]),
      ...GUARDS[caller],
      ...(body === undefined ? [] : json),
      (req, res) => operation.handle(req, res),
    ];
    router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'))[VERBS[method]](handlers);
  };
  const isOptions = ([method]: Route): boolean => method === 'OPTIONS';
  routes.filter(isOptions).forEach(serve);
  // Express would respond to OPTIONS of all other paths itself.
  router.use(rejectOptions);
  routes.filter((route) => !isOptions(route)).forEach(serve);
  return router;
}
