import { promisify } from 'node:util';
import express, { type RequestHandler, Router } from 'express';
import { hasBody, receivedInTime } from '../http/request-body.ts';
import type { Actor } from '../model/actor.ts';
import { actorOf, signedInUser, UnreadableRequest } from './http/http.ts';
import type { Caller, Route } from './operation/operation.ts';
import { announceDeprecation } from './operation/operation.ts';

/** Longest JSON body. */
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

const jsonParser: RequestHandler = express.json({ limit: JSON_BYTES });
const parseJson = promisify(jsonParser);

const readJson: RequestHandler = async (req, res, next) => {
  // The parser would read a body that is too long to its end before it says so.
  if (Number(req.get('Content-Length') ?? 0) > JSON_BYTES)
    throw new UnreadableRequest('The body is larger than 1 MiB.');
  await receivedInTime(
    parseJson(req, res),
    () => new UnreadableRequest('The body did not arrive within 30 seconds.'),
  );
  next();
};

const requireJson: RequestHandler = (req, _res, next) => {
  const body: unknown = req.body;
  if (body === undefined && hasBody(req.headers))
    throw new UnreadableRequest('The body must be application/json.');
  if (Array.isArray(body)) throw new UnreadableRequest('The body must be a JSON object.');
  next();
};

/**
 * Serves the routes. If two of them match a request, the first one answers. The JSON body is parsed only for
 * operations that have a `body` schema.
 * @param assertCurrent throws if the actor may not act any more; called when a body has arrived
 */
export function routerOf(routes: readonly Route[], assertCurrent: (actor: Actor) => void): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const requireCurrent: RequestHandler = (req, _res, next) => {
    assertCurrent(actorOf(req));
    next();
  };
  const json = [readJson, requireJson, requireCurrent];
  for (const [method, path, caller, operation] of routes) {
    const { body, deprecation } = operation;
    const handlers: RequestHandler[] = [
      ...(deprecation === undefined ? [] : [announceDeprecation(deprecation)]),
      ...GUARDS[caller],
      ...(body === undefined ? [] : json),
      (req, res) => operation.handle(req, res),
    ];
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    if (method === 'GET') route.get(handlers);
    else if (method === 'POST') route.post(handlers);
    else if (method === 'PATCH') route.patch(handlers);
    else route.delete(handlers);
  }
  return router;
}
