import { DmsError } from '../../model/errors.ts';
import {
  failedPropstats,
  type Instruction,
  instructionsIn,
  propstatOf,
  protectionOf,
} from '../properties/property-update.ts';
import { DavError } from '../protocol/dav-error.ts';
import { DAV, elementsOf, isDav } from '../protocol/xml.ts';
import { readXml } from '../request/body.ts';
import { requireConditions } from '../request/conditions.ts';
import { hasBody } from '../request/headers.ts';
import { type Place, placeOf } from '../request/places.ts';
import { answer, type RequestContext, XML_START, XML_TYPE } from '../request/request-context.ts';
import { allowBut } from './allow.ts';

/** The place of a folder that is yet to be. @throws {DavError} 405 | 409 | 412 */
function freePlace(exchange: RequestContext): Place {
  const { segments } = exchange.path;
  const place = segments.length === 0 ? undefined : placeOf(exchange, segments);
  if (place === undefined || place.found !== undefined) {
    throw new DavError(405, 'Something is there already.', { headers: { Allow: allowBut('MKCOL') } });
  }
  requireConditions(exchange, undefined);
  return place;
}

/** Whether a body may be XML, by its `Content-Type`. */
function isXml(contentType: string | undefined): boolean {
  return /^(?:application|text)\/xml\s*(?:;|$)/i.test(contentType?.trim() ?? '');
}

/** What the body says about properties of the new folder (RFC 5689 §3); nothing without one. @throws {DavError} 400 | 413 | 415 */
async function readInstructions(exchange: RequestContext): Promise<readonly Instruction[]> {
  const { headers } = exchange.request;
  if (!hasBody(headers)) return [];
  const notUnderstood = new DavError(415, 'The body of MKCOL must be a DAV:mkcol in XML.');
  if (!isXml(headers['content-type'])) throw notUnderstood;
  const root = await readXml(exchange);
  if (root === undefined) return [];
  if (!isDav(root, 'mkcol')) throw notUnderstood;
  return instructionsIn(root).filter(({ change }) => 'set' in change);
}

function isType({ name }: Instruction): boolean {
  return name.namespace === DAV && name.name === 'resourcetype';
}

/** The type may be set here, as long as it is that of a plain folder (RFC 5689 §3.3). */
function faultOf(instruction: Instruction): string | undefined {
  if (!isType(instruction)) return protectionOf(instruction);
  const types = elementsOf(instruction.element);
  const isPlain = types.length > 0 && types.every((type) => isDav(type, 'collection'));
  return isPlain ? undefined : 'valid-resourcetype';
}

function answerFailure({ response }: RequestContext, status: number, propstats: string): void {
  const xml = `${XML_START}<D:mkcol-response xmlns:D="DAV:">${propstats}</D:mkcol-response>`;
  answer(response, status, { 'Content-Type': XML_TYPE }, xml);
}

/** MKCOL, plain (RFC 4918 §9.3) or with properties for the new folder, which then come with it or not at all (RFC 5689). */
export async function mkcol(exchange: RequestContext): Promise<void> {
  const { dms, actor, response } = exchange;
  freePlace(exchange);
  const instructions = await readInstructions(exchange);
  const failed = failedPropstats(instructions, faultOf);
  if (failed !== undefined) {
    answerFailure(exchange, 403, failed);
    return;
  }
  const { folderId, name } = freePlace(exchange);
  const properties = instructions
    .filter((one) => !isType(one))
    .flatMap(({ change }) => ('set' in change ? [change.set] : []));
  try {
    await dms.folders.create(actor, { folderId, name, properties });
  } catch (error) {
    if (!(error instanceof DmsError) || error.code !== 'quota_exceeded') throw error;
    answerFailure(exchange, 507, propstatOf(instructions, '507 Insufficient Storage'));
    return;
  }
  answer(response, 201);
}
