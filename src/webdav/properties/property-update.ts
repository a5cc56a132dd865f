import type { DeadProperty } from '../../model/entries/entry.ts';
import {
  elementsOf,
  emptyElement,
  isDav,
  type PropertyName,
  propstat,
  toXml,
  type XmlElement,
} from '../protocol/protocol.ts';
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

/**
 * Precondition that an instruction violates (RFC 4918 §16); undefined if none. Clients must not change live properties.
 */
export function violationOf({ name }: Instruction): string | undefined {
  const isLive = liveProperty(name.namespace, name.name) !== undefined;
  return isLive ? 'cannot-modify-protected-property' : undefined;
}

/** Violation of an instruction with a value that the property cannot have (RFC 4918 §9.2.1). */
const INVALID_VALUE = 'invalid value';

/**
 * As {@link violationOf}, for a resource that exists: a user may mark it as a favourite.
 * @returns a precondition, or a mark for {@link failedPropstats}
 */
export function violationInUpdate(instruction: Instruction): string | undefined {
  if (!isFavouriteName(instruction.name)) return violationOf(instruction);
  return isFavouriteAfter(instruction) === undefined ? INVALID_VALUE : undefined;
}

/**
 * Divides the instructions of an update without violations.
 * @returns `isFavourite`: the last value of the property `favorite`; undefined if the update does not name it
 */
export function partsOf(instructions: readonly Instruction[]): {
  readonly dead: readonly Instruction[];
  readonly isFavourite: boolean | undefined;
} {
  const last = instructions.findLast(({ name }) => isFavouriteName(name));
  return {
    dead: instructions.filter(({ name }) => !isFavouriteName(name)),
    isFavourite: last && isFavouriteAfter(last),
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
      : propstatOf(group, '403 Forbidden', `<D:error><D:${String(violation)}/></D:error>`),
  );
  if (dependent.length > 0) propstats.push(propstatOf(dependent, '424 Failed Dependency'));
  return propstats.join('');
}
