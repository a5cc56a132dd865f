import { etagOf, parseHttpDate } from '../http/etag.ts';
import { readXml } from './body.ts';
import { requireConditions } from './conditions.ts';
import { type Exchange, entryOf, isFolder, locate } from './exchange.ts';
import { multistatus } from './multistatus.ts';
import { hrefOf } from './paths.ts';
import {
  failedPropstats,
  type Instruction,
  instructionsIn,
  propstatOf,
  protectionOf,
} from './property-update.ts';
import { badRequest, Refusal } from './refusal.ts';
import { isDav, textOf, type XmlElement } from './xml.ts';

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
export async function proppatch(exchange: Exchange): Promise<void> {
  const { dms, actor, path, response } = exchange;
  const instructions = instructionsOf(await readXml(exchange));
  const found = locate(exchange);
  if (found === undefined) throw new Refusal(404, 'Not found.');
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
