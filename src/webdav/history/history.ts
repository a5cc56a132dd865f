import type { EarlierMember } from '../../core/history/history.ts';
import { etagOf } from '../../http/content/etag.ts';
import { METHODS, sendDocument, sendFolderPage, unknownMethod } from '../methods/methods.ts';
import { DavError } from '../protocol/protocol.ts';
import {
  type RequestContext,
  readDepth,
  readText,
  refuseHistory,
  requireIfOf,
  timeOfName,
} from '../request/request.ts';
import { copyBack } from './copy-back.ts';
import { sendProperties } from './earlier-properties.ts';

/** Names of the path of a time: `.history` and the time. */
const TIME_DEPTH = 2;
const NO_TOKENS: ReadonlySet<string> = new Set();

/** The folder of earlier times, or a resource of the drive at a time. */
interface Found extends EarlierMember {
  /** The members of a folder. Those of a document must not be read. */
  readonly members: AsyncIterable<readonly EarlierMember[]>;
  /** Milliseconds UTC. */
  readonly at: number;
}

/**
 * Responds to requests for the drive as it was at a time, `/webdav/.history/TIME/PATH` (docs/build/contract/history.md).
 * It can be read, and not changed. A document can be copied from there.
 */
export class HistoryResponder {
  /** @throws {DavError} 400 | 403 | 404 | 405 | 412 @throws {DmsError} unauthenticated | not_found */
  async respond(context: RequestContext): Promise<void> {
    const name = context.request.method ?? '';
    const method = METHODS[name] ?? unknownMethod;
    if (name === 'PROPFIND') await propfind(context);
    else if (name === 'GET' || name === 'HEAD') await get(context);
    else if (name === 'COPY') await copy(context);
    else if (method === unknownMethod) await method(context);
    else refuseHistory();
  }
}

async function propfind(context: RequestContext): Promise<void> {
  const depth = readDepth(context.request.headers) ?? 'infinity';
  if (depth === 'infinity')
    throw new DavError(403, 'Depth must be 0 or 1.', { precondition: 'propfind-finite-depth' });
  const text = await readText(context);
  const found = await locate(context);
  requireIfHeader(context, found);
  await sendProperties(context, { text, depth, ...found });
}

async function get(context: RequestContext): Promise<void> {
  const { actor, dms } = context;
  const found = await locate(context);
  requireIfHeader(context, found);
  const { at, entry, members } = found;
  if (entry.kind === 'folder') {
    await sendFolderPage(context, members);
    return;
  }
  const opened = dms.earlierDrive.open(actor, at, entry.id);
  await sendDocument(context, opened);
}

async function copy(context: RequestContext): Promise<void> {
  if (context.path.segments.length <= TIME_DEPTH) refuseHistory();
  const found = await locate(context);
  requireIfHeader(context, found);
  await copyBack(context, found.entry, found.at);
}

/** @throws {DavError} 404 */
async function locate({ actor, dms, now, path: { segments } }: RequestContext): Promise<Found> {
  const [folder = '', timeName, ...path] = segments;
  if (timeName === undefined) {
    const home = dms.tree.resolve(actor, []);
    if (home) return { entry: home.entry, name: folder, members: NO_MEMBERS, at: now() };
    throw notFound();
  }
  const at = timeOfName(timeName);
  if (at === undefined || at > now()) throw notFound();
  const found = await dms.earlierDrive.resolve(actor, at, path);
  if (!found) throw notFound();
  const name = path.length === 0 ? timeName : found.name;
  return { entry: found.entry, name, members: dms.earlierDrive.members(actor, at, found.entry.id), at };
}

const NO_MEMBERS: Found['members'] = {
  async *[Symbol.asyncIterator]() {
    // The folder of earlier times has as many members as there are times: it lists none.
  },
};

function requireIfHeader(context: RequestContext, { entry }: Found): void {
  const etag = entry.kind === 'file' ? etagOf(entry) : undefined;
  requireIfOf(context, () => ({ etag, tokens: NO_TOKENS }));
}

function notFound(): DavError {
  return new DavError(404, 'Not found.');
}
