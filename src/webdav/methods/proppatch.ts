import { etagOf, parseHttpDate } from '../../http/content/etag.ts';
import type { Entry } from '../../model/entries/entry.ts';
import {
  failedPropstats,
  type Instruction,
  instructionsIn,
  partsOf,
  propstatOf,
  violationInUpdate,
} from '../properties/properties.ts';
import { badRequest, beginMultistatus, isDav, textOf, type XmlElement } from '../protocol/protocol.ts';
import { expectationOf, locateExisting, type RequestContext, readXml } from '../request/request.ts';

/** Namespace of the file properties that Windows sets and reads back. They are stored as dead properties. */
const WINDOWS_NAMESPACE = 'urn:schemas-microsoft-com:';

function instructionsOf(root: XmlElement | undefined): readonly Instruction[] {
  if (root === undefined || !isDav(root, 'propertyupdate'))
    throw badRequest('The body must be a DAV:propertyupdate element.');
  const instructions = instructionsIn(root);
  if (instructions.length === 0) throw badRequest('DAV:propertyupdate must name at least one property.');
  return instructions;
}

/** Modification time set by a Windows client, in milliseconds UTC; undefined if missing or invalid. */
function modifiedAt(instructions: readonly Instruction[]): number | undefined {
  const last = instructions.findLast(
    ({ name, change }) =>
      'set' in change && name.namespace === WINDOWS_NAMESPACE && name.name === 'Win32LastModifiedTime',
  );
  return last === undefined ? undefined : parseHttpDate(textOf(last.element).trim());
}

/**
 * Applies all changes.
 * @returns the entry after the changes
 */
function change(context: RequestContext, instructions: readonly Instruction[]): Promise<Entry> {
  const { dms, actor, source } = context;
  const { dead, isFavourite, time } = partsOf(instructions, context);
  const expect = expectationOf(context);
  // A user may mark what the user may only read.
  if (isFavourite !== undefined && dead.length === 0 && time === undefined)
    return dms.favourites.mark(actor, source, isFavourite, { expect });
  const changes = dead.map((instruction) => instruction.change);
  const options = { modifiedAt: time ?? modifiedAt(dead), isFavourite, expect };
  return dms.properties.patch(actor, source, changes, options);
}

/** Checks the conditions of a request that changes nothing, and returns its entry. */
function unchanged(context: RequestContext): Entry {
  const { entry } = locateExisting(context);
  expectationOf(context)?.(entry, entry.parentId ?? 0);
  return entry;
}

/** PROPPATCH (RFC 4918 §9.2): applies all changes in document order, or none. */
export async function proppatch(context: RequestContext): Promise<void> {
  const { mount, path, response } = context;
  const instructions = instructionsOf(await readXml(context));
  const failed = failedPropstats(instructions, (one) => violationInUpdate(one, context));
  const entry = failed === undefined ? await change(context, instructions) : unchanged(context);
  if (entry.kind === 'file') response.setHeader('ETag', etagOf(entry));
  const body = beginMultistatus(response);
  const href = mount.hrefOf(path.segments, entry.kind === 'folder');
  body.append(
    `<d:response><d:href>${href}</d:href>${failed ?? propstatOf(instructions, '200 OK')}</d:response>`,
  );
  body.end();
}
