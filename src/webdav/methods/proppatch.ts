import { etagOf, parseHttpDate } from '../../http/etag.ts';
import {
  failedPropstats,
  type Instruction,
  instructionsIn,
  propstatOf,
  violationOf,
} from '../properties/properties.ts';
import { badRequest, isDav, multistatus, textOf, type XmlElement } from '../protocol/protocol.ts';
import { expectationOf, hrefOf, locateExisting, type RequestContext, readXml } from '../request/request.ts';

/**
 * The namespace of the file properties that Windows sets. They are stored as dead properties; Windows reads
 * them back.
 */
const WINDOWS_NAMESPACE = 'urn:schemas-microsoft-com:';

function instructionsOf(root: XmlElement | undefined): readonly Instruction[] {
  if (root === undefined || !isDav(root, 'propertyupdate'))
    throw badRequest('The body must be a DAV:propertyupdate element.');
  const instructions = instructionsIn(root);
  if (instructions.length === 0) throw badRequest('DAV:propertyupdate must name at least one property.');
  return instructions;
}

/**
 * The modification time that a Windows client sets, in milliseconds UTC; undefined if it sets none or an
 * invalid one.
 */
function modifiedAt(instructions: readonly Instruction[]): number | undefined {
  const last = instructions.findLast(
    ({ name, change }) =>
      'set' in change && name.namespace === WINDOWS_NAMESPACE && name.name === 'Win32LastModifiedTime',
  );
  return last === undefined ? undefined : parseHttpDate(textOf(last.element).trim());
}

/** PROPPATCH (RFC 4918 §9.2): makes all changes in document order, or none. */
export async function proppatch(context: RequestContext): Promise<void> {
  const { dms, actor, path, response } = context;
  const instructions = instructionsOf(await readXml(context));
  const { entry } = locateExisting(context);
  const failed = failedPropstats(instructions, violationOf);
  const expect = expectationOf(context);
  if (failed !== undefined) expect?.(entry, entry.id);
  else {
    const changes = instructions.map(({ change }) => change);
    await dms.properties.patch(actor, entry.id, changes, { modifiedAt: modifiedAt(instructions), expect });
  }
  if (entry.kind === 'file') response.setHeader('ETag', etagOf(entry));
  const body = multistatus(response);
  const href = hrefOf(path.segments, entry.kind === 'folder');
  body.append(
    `<D:response><D:href>${href}</D:href>${failed ?? propstatOf(instructions, '200 OK')}</D:response>`,
  );
  body.end();
}
