import { etagOf, parseHttpDate } from '../http/etag.ts';
import type { DeadProperty } from '../model/entry.ts';
import { readXml } from './body.ts';
import { requireConditions } from './conditions.ts';
import { type Exchange, entryOf, isFolder, locate } from './exchange.ts';
import { liveProperty } from './live-properties.ts';
import { emptyElement, multistatus, type PropertyName, propstat } from './multistatus.ts';
import { hrefOf } from './paths.ts';
import { badRequest, Refusal } from './refusal.ts';
import { elementsOf, isDav, textOf, toXml, type XmlElement } from './xml.ts';

type Change = { readonly set: DeadProperty } | { readonly remove: PropertyName };

/** What is asked for one property, in the order of the document. */
interface Instruction {
  readonly name: PropertyName;
  readonly change: Change;
  readonly element: XmlElement;
}

/** Windows' properties of files live here; explorers read them back as they set them. */
const WINDOWS = 'urn:schemas-microsoft-com:';

function instruction(element: XmlElement, isSet: boolean): Instruction {
  const name = { namespace: element.namespace, name: element.local };
  return { name, element, change: isSet ? { set: { ...name, xml: toXml(element) } } : { remove: name } };
}

/** The instructions of a `DAV:propertyupdate` (RFC 4918 §14.19) in document order, from any number of set and remove. */
function instructionsOf(root: XmlElement | undefined): Instruction[] {
  if (root === undefined || !isDav(root, 'propertyupdate'))
    throw badRequest('The body is no DAV:propertyupdate.');
  const instructions = elementsOf(root)
    .filter((block) => isDav(block, 'set') || isDav(block, 'remove'))
    .flatMap((block) =>
      elementsOf(block)
        .filter((prop) => isDav(prop, 'prop'))
        .flatMap((prop) => elementsOf(prop).map((element) => instruction(element, isDav(block, 'set')))),
    );
  if (instructions.length === 0) throw badRequest('DAV:propertyupdate names no property.');
  return instructions;
}

function isProtected({ name }: Instruction): boolean {
  return liveProperty(name.namespace, name.name) !== undefined;
}

function emptyElements(instructions: readonly Instruction[]): string {
  return [...new Set(instructions.map(({ name }) => emptyElement(name)))].join('');
}

/** The propstats of the answer: all done, or what is protected and, because of it, nothing else (RFC 4918 §9.2.1). */
function propstats(instructions: readonly Instruction[]): string {
  const refused = instructions.filter(isProtected);
  if (refused.length === 0) return propstat(emptyElements(instructions), '200 OK');
  const others = instructions.filter((one) => !isProtected(one));
  const error = '<D:error><D:cannot-modify-protected-property/></D:error>';
  return (
    propstat(emptyElements(refused), '403 Forbidden', error) +
    (others.length === 0 ? '' : propstat(emptyElements(others), '424 Failed Dependency'))
  );
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
  if (!instructions.some(isProtected)) {
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
  body.append(`<D:response><D:href>${href}</D:href>${propstats(instructions)}</D:response>`);
  body.end();
}
