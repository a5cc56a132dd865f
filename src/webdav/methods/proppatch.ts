import { etagOf, parseHttpDate } from '../../http/etag.ts';
import {
  failedPropstats,
  type Instruction,
  instructionsIn,
  propstatOf,
  protectionOf,
} from '../properties/property-update.ts';
import { badRequest, DavError } from '../protocol/dav-error.ts';
import { multistatus } from '../protocol/multistatus.ts';
import { isDav, textOf, type XmlElement } from '../protocol/xml.ts';
import { readXml } from '../request/body.ts';
import { requireConditions } from '../request/conditions.ts';
import { hrefOf } from '../request/paths.ts';
import { entryOf, isFolder, locate, type RequestContext } from '../request/request-context.ts';

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
export async function proppatch(exchange: RequestContext): Promise<void> {
  const { dms, actor, path, response } = exchange;
  const instructions = instructionsOf(await readXml(exchange));
  const found = locate(exchange);
  if (found === undefined) throw new DavError(404, 'Not found.');
  const entry = entryOf(exchange, found);
  requireConditions(exchange, found);
  const failed = failedPropstats(instructions, protectionOf);
  if (failed === undefined) {
    await dms.properties.patch(
      actor,
      entry.id,
      instructions.map(({ change }) => change),
    );
    const time = modifiedAt(instructions);
    if (time !== undefined && entry.kind === 'file') await dms.documents.touch(actor, entry.id, time);
  }
  if (entry.kind === 'file') response.setHeader('ETag', etagOf(entry));
  const body = multistatus(response);
  const href = hrefOf(path.segments, isFolder(found));
  body.append(
    `<D:response><D:href>${href}</D:href>${failed ?? propstatOf(instructions, '200 OK')}</D:response>`,
  );
  body.end();
}
