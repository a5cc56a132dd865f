import { createHash } from 'node:crypto';
import { escapeText } from '../../http/content/escape.ts';
import { schemaHtml, typeHtml } from './docs-schemas.ts';
import { joinHtml, markdownHtml } from './html.ts';
import type {
  Body,
  OpenApi,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from './openapi-types.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem; }
code, pre { font: 0.9em/1.4 ui-monospace, monospace; }
nav ul { columns: 16rem; list-style: none; padding: 0; }
details { border: 1px solid var(--line); border-radius: 6px; margin: 0.5rem 0; padding: 0 0.8rem; }
details[open] { padding-bottom: 0.8rem; }
summary { cursor: pointer; padding: 0.5rem 0; }
summary b { display: inline-block; min-width: 4.5rem; }
.deprecated summary code { text-decoration: line-through; }
h2 { border-bottom: 1px solid var(--line); margin-top: 2.5rem; }
h4 { margin: 1rem 0 0.3rem; }
table { border-collapse: collapse; width: 100%; }
td, th { border-top: 1px solid var(--soft); padding: 0.25rem 0.8rem 0.25rem 0; }
td, th { text-align: left; vertical-align: top; }
@media print { details > * { display: block; } }
`;

/** Content-Security-Policy of the page: allows its own style sheet, by hash, and nothing else. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function bodyHtml(body: Body): string {
  return joinHtml(Object.entries(body), ([type, { schema }]) => {
    const name = `<p><code>${escapeText(type)}</code></p>`;
    return schema === undefined ? name : name + schemaHtml(schema);
  });
}

function parametersHtml(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = joinHtml(parameters, ({ name, in: location, schema }) =>
    [
      `<tr><td><code>${escapeText(name)}</code><td>${location}<td>${typeHtml(schema)}`,
      `<td>${markdownHtml(schema.description)}`,
    ].join(''),
  );
  return `<h4>Parameters</h4><table>${rows}</table>`;
}

function isReference(response: ResponseObject | Reference): response is Reference {
  return '$ref' in response;
}

function responseHtml(status: string, response: ResponseObject): string {
  return `<h4>${status}: ${markdownHtml(response.description)}</h4>${bodyHtml(response.content ?? {})}`;
}

function operationHtml(path: string, method: string, operation: OperationObject): string {
  const { operationId, summary, description, deprecated, parameters, requestBody, responses } = operation;
  const all = Object.entries(responses);
  const errorStatuses = all.flatMap(([status, response]) => (isReference(response) ? [status] : []));
  return [
    `<details id="${operationId}"${deprecated ? ' class="deprecated"' : ''}>`,
    `<summary><b>${method.toUpperCase()}</b> <code>${escapeText(path)}</code> — ${escapeText(summary)}`,
    '</summary>',
    `<p>${markdownHtml(description)}</p>`,
    deprecated ? '<p><strong>Deprecated.</strong></p>' : '',
    operation.security.some((scheme) => Object.keys(scheme).length === 0) ? '<p>No sign-in needed.</p>' : '',
    parametersHtml(parameters),
    requestBody === undefined ? '' : `<h4>Body</h4>${bodyHtml(requestBody.content)}`,
    joinHtml(all, ([status, response]) => (isReference(response) ? '' : responseHtml(status, response))),
    `<p>Errors: ${errorStatuses.map((status) => `<a href="#status-${status}">${status}</a>`).join(', ')}</p>`,
    '</details>',
  ].join('\n');
}

function operationsOf({ paths }: OpenApi, tag: string): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tagged = all.filter(({ operation }) => operation.tags.includes(tag));
  return joinHtml(tagged, ({ path, method, operation }) => operationHtml(path, method, operation));
}

function errorsHtml({ paths, components }: OpenApi): string {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const nameByStatus = new Map<string, string>();
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      if (isReference(response)) nameByStatus.set(status, response.$ref.split('/').at(-1) ?? '');
    }
  }
  const rows = [...nameByStatus].sort(([one], [other]) => Number(one) - Number(other));
  return `<table>${joinHtml(rows, ([status, name]) => {
    const { description = '', headers = {} } = components.responses[name] ?? {};
    const names = Object.keys(headers).map((header) => `<code>${header}</code>`);
    return `<tr id="status-${status}"><th>${status}<td>${markdownHtml(description)}<td>${names.join(' ')}`;
  })}</table>`;
}

/** Renders the OpenAPI document as an HTML page that loads no other files. Also returns the policy for the page. */
export function docsPage(document: OpenApi): {
  readonly html: Buffer;
  readonly contentSecurityPolicy: string;
} {
  const { info, servers, tags, components } = document;
  const html = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeText(info.title)}: REST interface</title>`,
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>`,
    `<h1>${escapeText(info.title)} ${escapeText(info.version)}: REST interface</h1>`,
    `<p>All paths are relative to <code>${escapeText(servers[0]?.url ?? '')}</code>.`,
    'The OpenAPI document: <a href="openapi.json">openapi.json</a>.</p>',
    joinHtml(info.description.split('\n\n'), (paragraph) => `<p>${markdownHtml(paragraph)}</p>`),
    `<nav><ul>${joinHtml(tags, ({ name }) => `<li><a href="#${name}">${name}</a>`)}`,
    '<li><a href="#records">Records</a><li><a href="#errors">Errors</a></ul></nav>',
    joinHtml(tags, ({ name }) => `<h2 id="${name}">${name}</h2>\n${operationsOf(document, name)}`),
    '<h2 id="records">Records</h2>',
    joinHtml(
      Object.entries(components.schemas),
      ([name, schema]) => `<h3 id="schema-${name}">${name}</h3>${schemaHtml(schema)}`,
    ),
    '<h2 id="errors">Errors</h2>',
    errorsHtml(document),
    '</body></html>',
  ].join('\n');
  return { html: Buffer.from(html), contentSecurityPolicy: POLICY };
}
