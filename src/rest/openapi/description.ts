import * as z from 'zod';
import { once } from '../../http/once.ts';
import { sendJson } from '../http/http.ts';
import type { RoutesByTag } from '../operation/operation.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { docsPage } from './docs-page.ts';
import { openApi } from './openapi-document.ts';

/**
 * Operations of `/api/openapi.json` and `/api/docs`: the description of the REST interface, for guests too. Each
 * response is built at its first request and cached.
 * @param routesByTag returns all routes; called at the first request, because these two operations are among the routes
 */
export function descriptionOperations(routesByTag: () => RoutesByTag, baseUrl: string | null) {
  const document = once(() => openApi(routesByTag(), baseUrl));
  const page = once(() => docsPage(document()));

  return {
    openApi: operation({
      summary: 'Read the OpenAPI document',
      description: 'The description of this interface as OpenAPI 3.1.',
      responses: { 200: z.looseObject({ openapi: z.string(), info: z.unknown(), paths: z.unknown() }) },
      handle: (_req, res) => {
        sendJson(res, 200, document());
      },
    }),

    page: operation({
      summary: 'Read the description as an HTML page',
      description: 'One page that loads no other files.',
      responses: { 200: { mediaTypes: ['text/html'], description: 'The page.' } },
      handle: (_req, res) => {
        const { html, contentSecurityPolicy } = page();
        res.setHeader('Content-Security-Policy', contentSecurityPolicy);
        res.setHeader('Content-Type', 'text/html; charset=utf-8');
        res.setHeader('Content-Length', html.length);
        res.setHeader('Cache-Control', 'no-store');
        res.end(html);
      },
    }),
  } satisfies Operations;
}
