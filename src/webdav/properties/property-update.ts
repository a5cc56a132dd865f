import { parseHttpDate } from '../../http/content/etag.ts';
import type { DeadProperty } from '../../model/entries/entry.ts';
import {
  DAV,
  elementsOf,
  emptyElement,
  isDav,
  type PropertyName,
  propstat,
  textOf,
  toXml,
  type XmlElement,
} from '../protocol/protocol.ts';
import type { RequestContext } from '../request/request.ts';
import { favouriteValue, isFavouriteName } from './favourite.ts';
import { liveProperty } from './live-properties.ts';

/** Change of one dead property. */
type Change = { readonly set: DeadProperty } | { readonly remove: PropertyName };

/** Instruction of a PROPPATCH or an extended MKCOL that sets or removes one property (RFC 4918 §9.2). */
export interface Instruction {
  readonly name: PropertyName;
  readonly change: Change;
  /** Property element that the client sent. */
  readonly element: XmlElement;
}

function instruction(element: XmlElement, isSet: boolean): Instruction {
  const name = { namespace: element.namespace, name: element.local };
  return { name, element, change: isSet ? { set: { ...name, xml: toXml(element) } } : { remove: name } };
}

/** Instructions in all `DAV:set` and `DAV:remove` elements below `root`, in document order (RFC 4918 §14.19). */
export function instructionsIn(root: XmlElement): readonly Instruction[] {
  return elementsOf(root)
    .filter((block) => isDav(block, 'set') || isDav(block, 'remove'))
    .flatMap((block) =>
      elementsOf(block)
        .filter((prop) => isDav(prop, 'prop'))
        .flatMap((prop) => elementsOf(prop).map((element) => instruction(element, isDav(block, 'set')))),
    );
}

/** Properties of REPORT (RFC 6578), in the namespace `DAV:`. */
const OF_REPORT: ReadonlySet<string> = new Set(['sync-token', 'supported-report-set']);

/** The address of a request, as far as its live properties depend on it. */
type Address = Pick<RequestContext, 'extension' | 'reports'>;

/**
 * Precondition that an instruction violates (RFC 4918 §16); undefined if none. Clients must not change live properties.
 */
export function violationOf({ name }: Instruction, { extension, reports }: Address): string | undefined {
  const isOfReport = reports !== undefined && name.namespace === DAV && OF_REPORT.has(name.name);
  const isLive =
    isOfReport || extension?.isLive(name) === true || liveProperty(name.namespace, name.name) !== undefined;
  return isLive ? 'cannot-modify-protected-property' : undefined;
}

/** Violation of an instruction with a value that the property cannot have (RFC 4918 §9.2.1). */
const INVALID_VALUE = 'invalid value';

/**
 * As {@link violationOf}, for a resource that exists: a user may mark it as a favourite.
 * @returns a precondition, or a mark for {@link failedPropstats}
 */
export function violationInUpdate(instruction: Instruction, address: Address): string | undefined {
  if (isFavouriteName(instruction.name))
    return isFavouriteAfter(instruction) === undefined ? INVALID_VALUE : undefined;
  if (!isTime(instruction, address)) return violationOf(instruction, address);
  if ('remove' in instruction.change) return 'cannot-modify-protected-property';
  return timeAfter(instruction) === undefined ? INVALID_VALUE : undefined;
}

/** True for the property with which sync clients set the time of the last change of a document. */
function isTime({ name }: Instruction, { extension }: Address): boolean {
  return extension !== undefined && name.namespace === DAV && name.name === 'lastmodified';
}

/** The time that a client sets, in milliseconds UTC: seconds (Nextcloud), or an HTTP date (the iOS app of ownCloud). */
function timeAfter({ element }: Instruction): number | undefined {
  const text = textOf(element).trim();
  return /^\d{1,11}$/.test(text) ? Number(text) * 1000 : parseHttpDate(text);
}

/**
 * Divides the instructions of an update without violations.
 * @returns `isFavourite`: the last value of the property `favorite`, `time`: that of `lastmodified`, in milliseconds UTC;
 * undefined if the update does not name it
 */
export function partsOf(
  instructions: readonly Instruction[],
  address: Address,
): {
  readonly dead: readonly Instruction[];
  readonly isFavourite: boolean | undefined;
  readonly time: number | undefined;
} {
  const last = instructions.findLast(({ name }) => isFavouriteName(name));
  const lastTime = instructions.findLast((instruction) => isTime(instruction, address));
  return {
    dead: instructions.filter(
      (instruction) => !isFavouriteName(instruction.name) && !isTime(instruction, address),
    ),
    isFavourite: last && isFavouriteAfter(last),
    time: lastTime && timeAfter(lastTime),
  };
}

/** Undefined for an invalid value. */
function isFavouriteAfter({ change, element }: Instruction): boolean | undefined {
  return 'remove' in change ? false : favouriteValue(element);
}

/** One `DAV:propstat` with the names of all properties in `instructions`, without duplicates. */
export function propstatOf(instructions: readonly Instruction[], status: string, error?: string): string {
  return propstat([...new Set(instructions.map(({ name }) => emptyElement(name)))].join(''), status, error);
}

/**
 * `DAV:propstat` elements of a failed update; undefined if no instruction violates a precondition. Updates are atomic
 * (RFC 4918 §9.2.1): instructions that violate a precondition get 403, those with an invalid value 409, all others 424.
 * @param violationIn returns the precondition that an instruction violates; undefined if none
 */
export function failedPropstats(
  instructions: readonly Instruction[],
  violationIn: (instruction: Instruction) => string | undefined,
): string | undefined {
  const byViolation = Map.groupBy(instructions, violationIn);
  const dependent = byViolation.get(undefined) ?? [];
  byViolation.delete(undefined);
  if (byViolation.size === 0) return undefined;
  const propstats = [...byViolation].map(([violation, group]) =>
    violation === INVALID_VALUE
      ? propstatOf(group, '409 Conflict')
      : propstatOf(group, '403 Forbidden', `<d:error><d:${String(violation)}/></d:error>`),
  );
  if (dependent.length > 0) propstats.push(propstatOf(dependent, '424 Failed Dependency'));
  return propstats.join('');
}
