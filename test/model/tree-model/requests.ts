import type { Client } from '../../rest/client.ts';
import { type DavClient, lockInfo } from '../../webdav/client.ts';
import { type Login, segmentsOf } from './rules/entries.ts';
import { type Subject, subjectOf } from './rules/rest.ts';
import type { DavStep, RestStep } from './rules/steps.ts';
import type { Tree } from './rules/tree.ts';

/** The part of a response that matters to the model. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  /** Token of the created lock, without brackets. */
  readonly token?: string | undefined;
}

/** Sends a request that was prepared before the model changed. */
export type Send = () => Promise<Answered>;

export function urlOf(path: string): string {
  return segmentsOf(path)
    .map((name) => `/${encodeURIComponent(name)}`)
    .join('');
}

/** A condition that always holds, and submits the tokens of all locks that the user ever had. */
function submission(tree: Tree, by: Login): Record<string, string> {
  const lists = tree.locks.filter((lock) => lock.by === by).map(({ token = '' }) => `(<${token}>)`);
  return lists.length === 0 ? {} : { If: `${lists.join(' ')} (Not <DAV:no-lock>)` };
}

function headersOf(step: DavStep, tree: Tree, client: DavClient): Record<string, string> {
  switch (step.do) {
    case 'PUT':
      if (step.only === undefined) return {};
      return step.only === 'new' ? { 'If-None-Match': '*' } : { 'If-Match': '*' };
    case 'MOVE':
      return { Destination: client.at(urlOf(step.to)), Overwrite: step.overwrite ? 'T' : 'F' };
    case 'COPY':
      return {
        Destination: client.at(urlOf(step.to)),
        Overwrite: step.overwrite ? 'T' : 'F',
        Depth: step.depth,
      };
    case 'LOCK':
      return { Depth: step.depth, Timeout: `Second-${step.seconds}` };
    case 'UNLOCK': {
      const { token = 'opaquelocktoken:none' } = tree.locks[step.lock % Math.max(1, tree.locks.length)] ?? {};
      return { 'Lock-Token': `<${token}>` };
    }
    default:
      return {};
  }
}

function bodyOf(step: DavStep): { body?: string } {
  if (step.do === 'PUT') return { body: step.content };
  if (step.do === 'LOCK') return { body: lockInfo(step.scope) };
  if (step.do !== 'PROPPATCH') return {};
  const change =
    step.value === null
      ? `<d:remove><d:prop><x:${step.property}/></d:prop></d:remove>`
      : `<d:set><d:prop><x:${step.property}>${step.value}</x:${step.property}></d:prop></d:set>`;
  return { body: `<d:propertyupdate xmlns:d="DAV:" xmlns:x="urn:model">${change}</d:propertyupdate>` };
}

/** The first status in a multistatus: a property is set, or a member of a folder prevents the request. */
function statusWithin(text: string): number {
  return Number(/HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}

export function davRequest(tree: Tree, step: DavStep, client: DavClient): Send {
  const shown = step.shows ? submission(tree, step.by) : {};
  const headers = { ...shown, ...headersOf(step, tree, client) };
  const asked = { headers, ...bodyOf(step) };
  return async () => {
    const { status, text, headers: answered } = await client.ask(step.do, urlOf(step.path), asked);
    return {
      status: status === 207 ? statusWithin(text) : status,
      text,
      token: /^<(.+)>$/.exec(String(answered['lock-token']))?.[1],
    };
  };
}

function sendAboutTrash(client: Client, step: Extract<RestStep, { nth: number }>, id: number | undefined) {
  if (step.do === 'purge') return client.delete(`/trash/${id}`);
  return client.post(`/trash/${id}/restore`, step.toHome ? { folder_id: 0 } : {});
}

function sendAboutVersion(
  client: Client,
  step: Extract<RestStep, { number: number }>,
  id: number | undefined,
) {
  const version = `/documents/${id}/versions/${step.number}`;
  return step.do === 'delete version' ? client.delete(version) : client.post(`${version}/restore`);
}

function send(client: Client, step: RestStep, { id, kind }: Subject['entry'], folder_id: number) {
  if ('nth' in step) return sendAboutTrash(client, step, id);
  if ('number' in step) return sendAboutVersion(client, step, id);
  const path = `/${kind === 'file' ? 'documents' : 'folders'}/${id}`;
  switch (step.do) {
    case 'upload':
      return client.upload({ folder_id }, { name: step.name, content: step.content });
    case 'make folder':
      return client.post('/folders', { folder_id, name: step.name });
    case 'rename':
      return client.patch(path, { name: step.name });
    case 'move':
      return client.post(`${path}/move`, { folder_id });
    case 'copy':
      return client.post(`${path}/copy`, { folder_id, name: step.name });
    case 'delete':
      return client.delete(path);
    case 'describe':
      return client.patch(`/documents/${id}`, { title: step.title, comments: step.comments });
  }
}

/** Undefined when the step has no subject. */
export function restRequest(
  tree: Tree,
  step: RestStep,
  client: Client,
): { subject: Subject; send: Send } | undefined {
  const subject = subjectOf(tree, step);
  if (!subject) return undefined;
  const folderId = subject.folder === tree.homes[step.by] ? 0 : (subject.folder.id ?? 0);
  return {
    subject,
    send: async () => {
      const { status, text } = await send(client, step, subject.entry, folderId);
      return { status, text };
    },
  };
}
