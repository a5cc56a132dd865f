import { z } from 'zod';
import { once } from '../../http/once.ts';
import { answerJson } from '../http/http.ts';
import type { Chapters } from '../operation/operation.ts';
import { type Operations, operation } from '../operation/operation.ts';
import { docsPage } from './docs-page.ts';
import { openApi } from './openapi-document.ts';

/**
 * `/api/openapi.json` and `/api/docs`: the interface described by itself, for everybody.
 * @param chapters what to describe, asked for once all of it is there
 */
export function descriptionOperations(chapters: () => Chapters, baseUrl: string | null) {
  const describe = once(() => openApi(chapters(), baseUrl));
  const print = once(() => docsPage(describe()));

  return {
    openApi: operation({
      summary: 'Read this description',
      description: 'OpenAPI 3.1.',
      answers: { 200: z.looseObject({ openapi: z.string(), info: z.unknown(), paths: z.unknown() }) },
      handle: (_req, res) => {
        answerJson(res, 200, describe());
      },
    }),

    page: operation({
      summary: 'Read this description as a page',
      description: 'One page that needs nothing else.',
      answers: { 200: { media: ['text/html'], description: 'The page.' } },
      handle: (_req, res) => {
        const { html, contentSecurityPolicy } = print();
        res.setHeader('Content-Security-Policy', contentSecurityPolicy);
        res.setHeader('Content-Type', 'text/html; charset=utf-8');
        res.setHeader('Content-Length', html.length);
        res.setHeader('Cache-Control', 'no-store');
        res.end(html);
      },
    }),
  } satisfies Operations;
}
