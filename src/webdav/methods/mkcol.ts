import { hasBody } from '../../http/connections/request-body.ts';
import { DmsError } from '../../model/errors/errors.ts';
import {
  failedPropstats,
  type Instruction,
  instructionsIn,
  propstatOf,
  violationOf,
} from '../properties/properties.ts';
import { DAV, DavError, elementsOf, isDav, sendResponse, XML_START, XML_TYPE } from '../protocol/protocol.ts';
import { expectationOf, locate, type RequestContext, readXml } from '../request/request.ts';
import { allowExcept } from './allow.ts';

function isXml(contentType: string | undefined): boolean {
  return /^(?:application|text)\/xml\s*(?:;|$)/i.test(contentType?.trim() ?? '');
}

/**
 * Instructions for the properties of the new folder (RFC 5689 §3), from the request body; none without a body.
 * @throws {DavError} 400 | 413 | 415
 */
async function readInstructions(context: RequestContext): Promise<readonly Instruction[]> {
  const { headers } = context.request;
  if (!hasBody(headers)) return [];
  const unsupported = new DavError(415, 'The body of MKCOL must be a DAV:mkcol element in XML.');
  if (!isXml(headers['content-type'])) throw unsupported;
  const root = await readXml(context);
  if (root === undefined) return [];
  if (!isDav(root, 'mkcol')) throw unsupported;
  return instructionsIn(root).filter(({ change }) => 'set' in change);
}

function isResourceType({ name }: Instruction): boolean {
  return name.namespace === DAV && name.name === 'resourcetype';
}

/**
 * Like {@link violationOf}, except that `DAV:resourcetype` may be set to `DAV:collection`, a plain folder
 * (RFC 5689 §3.3).
 */
function violationInMkcol(instruction: Instruction, context: RequestContext): string | undefined {
  if (!isResourceType(instruction)) return violationOf(instruction, context);
  const types = elementsOf(instruction.element);
  const isPlain = types.length > 0 && types.every((type) => isDav(type, 'collection'));
  return isPlain ? undefined : 'valid-resourcetype';
}

/** Sends a `DAV:mkcol-response` (RFC 5689 §5.2). */
function sendFailure({ response }: RequestContext, status: number, propstats: string): void {
  const xml = `${XML_START}<d:mkcol-response xmlns:d="DAV:">${propstats}</d:mkcol-response>`;
  sendResponse(response, status, { 'Content-Type': XML_TYPE }, xml);
}

function alreadyExists(context: RequestContext): DavError {
  const headers = { Allow: allowExcept('MKCOL', context) };
  return new DavError(405, 'The resource already exists.', { headers });
}

/**
 * MKCOL (RFC 4918 §9.3), and extended MKCOL with properties of the new folder (RFC 5689). Creates the folder with all
 * of the properties, or not at all.
 */
export async function mkcol(context: RequestContext): Promise<void> {
  const { dms, actor, path, response } = context;
  if (locate(context) !== undefined) throw alreadyExists(context);
  const instructions = await readInstructions(context);
  const failed = failedPropstats(instructions, (one) => violationInMkcol(one, context));
  if (failed !== undefined) {
    sendFailure(context, 403, failed);
    return;
  }
  const properties = instructions
    .filter((one) => !isResourceType(one))
    .flatMap(({ change }) => ('set' in change ? [change.set] : []));
  let id: number;
  try {
    const options = { properties, expect: expectationOf(context) };
    id = await dms.folders.add(actor, { path: path.segments }, options);
  } catch (error) {
    if (!(error instanceof DmsError)) throw error;
    if (error.code === 'name_taken') throw alreadyExists(context);
    if (error.fields?.['properties'] === undefined) throw error;
    sendFailure(context, 507, propstatOf(instructions, '507 Insufficient Storage'));
    return;
  }
  sendResponse(response, 201, context.extension?.writtenHeaders(id, undefined));
}
