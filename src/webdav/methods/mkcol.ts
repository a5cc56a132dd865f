import { DmsError } from '../../model/errors.ts';
import {
  failedPropstats,
  type Instruction,
  instructionsIn,
  propstatOf,
  protectionOf,
} from '../properties/properties.ts';
import { answer, DAV, DavError, elementsOf, isDav, XML_START, XML_TYPE } from '../protocol/protocol.ts';
import { expectationOf, hasBody, locate, type RequestContext, readXml } from '../request/request.ts';
import { allowBut } from './allow.ts';

/** Whether a body may be XML, by its `Content-Type`. */
function isXml(contentType: string | undefined): boolean {
  return /^(?:application|text)\/xml\s*(?:;|$)/i.test(contentType?.trim() ?? '');
}

/** What the body says about properties of the new folder (RFC 5689 §3); nothing without one. @throws {DavError} 400 | 413 | 415 */
async function readInstructions(context: RequestContext): Promise<readonly Instruction[]> {
  const { headers } = context.request;
  if (!hasBody(headers)) return [];
  const notUnderstood = new DavError(415, 'The body of MKCOL must be a DAV:mkcol in XML.');
  if (!isXml(headers['content-type'])) throw notUnderstood;
  const root = await readXml(context);
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

function exists(): DavError {
  return new DavError(405, 'The resource exists already.', { headers: { Allow: allowBut('MKCOL') } });
}

/**
 * MKCOL, plain (RFC 4918 §9.3) or with properties of the new folder (RFC 5689): the folder is created with all of them,
 * or not at all.
 */
export async function mkcol(context: RequestContext): Promise<void> {
  const { dms, actor, path, response } = context;
  if (locate(context) !== undefined) throw exists();
  const instructions = await readInstructions(context);
  const failed = failedPropstats(instructions, faultOf);
  if (failed !== undefined) {
    answerFailure(context, 403, failed);
    return;
  }
  const properties = instructions
    .filter((one) => !isType(one))
    .flatMap(({ change }) => ('set' in change ? [change.set] : []));
  try {
    await dms.folders.create(actor, { path: path.segments }, { properties, expect: expectationOf(context) });
  } catch (error) {
    if (!(error instanceof DmsError)) throw error;
    if (error.code === 'name_taken') throw exists();
    if (error.code !== 'quota_exceeded') throw error;
    answerFailure(context, 507, propstatOf(instructions, '507 Insufficient Storage'));
    return;
  }
  answer(response, 201);
}
