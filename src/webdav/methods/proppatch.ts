import { etagOf, parseHttpDate } from '../../http/etag.ts';
import {
  failedPropstats,
  type Instruction,
  instructionsIn,
  propstatOf,
  protectionOf,
} from '../properties/properties.ts';
import { badRequest, isDav, multistatus, textOf, type XmlElement } from '../protocol/protocol.ts';
import { expectationOf, hrefOf, locateExisting, type RequestContext, readXml } from '../request/request.ts';

/** Windows' properties of files live here; explorers read them back as they set them. */
const WINDOWS = 'urn:schemas-microsoft-com:';

function instructionsOf(root: XmlElement | undefined): readonly Instruction[] {
  if (root === undefined || !isDav(root, 'propertyupdate'))
    throw badRequest('The body is no DAV:propertyupdate.');
  const instructions = instructionsIn(root);
  if (instructions.length === 0) throw badRequest('DAV:propertyupdate names no property.');
  return instructions;
}

/** The time of modification that a Windows client sets, in milliseconds UTC. */
function modifiedAt(instructions: readonly Instruction[]): number | undefined {
  const last = instructions.findLast(
    ({ name, change }) =>
      'set' in change && name.namespace === WINDOWS && name.name === 'Win32LastModifiedTime',
  );
  return last === undefined ? undefined : parseHttpDate(textOf(last.element).trim());
}

/** PROPPATCH (RFC 4918 §9.2): all changes in their order, or none. */
export async function proppatch(context: RequestContext): Promise<void> {
  const { dms, actor, path, response } = context;
  const instructions = instructionsOf(await readXml(context));
  const { entry } = locateExisting(context);
  const failed = failedPropstats(instructions, protectionOf);
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
