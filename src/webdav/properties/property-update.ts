import type { DeadProperty } from '../../model/entry.ts';
import {
  elementsOf,
  emptyElement,
  isDav,
  type PropertyName,
  propstat,
  toXml,
  type XmlElement,
} from '../protocol/protocol.ts';
import { liveProperty } from './live-properties.ts';

type Change = { readonly set: DeadProperty } | { readonly remove: PropertyName };

/** What is asked for one property. */
export interface Instruction {
  readonly name: PropertyName;
  readonly change: Change;
  readonly element: XmlElement;
}

function instruction(element: XmlElement, isSet: boolean): Instruction {
  const name = { namespace: element.namespace, name: element.local };
  return { name, element, change: isSet ? { set: { ...name, xml: toXml(element) } } : { remove: name } };
}

/** The instructions in any number of `DAV:set` and `DAV:remove`, in document order (RFC 4918 §14.19). */
export function instructionsIn(root: XmlElement): readonly Instruction[] {
  return elementsOf(root)
    .filter((block) => isDav(block, 'set') || isDav(block, 'remove'))
    .flatMap((block) =>
      elementsOf(block)
        .filter((prop) => isDav(prop, 'prop'))
        .flatMap((prop) => elementsOf(prop).map((element) => instruction(element, isDav(block, 'set')))),
    );
}

/** The precondition that keeps an instruction from being carried out: live properties are ours to set (RFC 4918 §16). */
export function protectionOf({ name }: Instruction): string | undefined {
  const isLive = liveProperty(name.namespace, name.name) !== undefined;
  return isLive ? 'cannot-modify-protected-property' : undefined;
}

/** One `DAV:propstat` for the properties of all `instructions`, each named once. */
export function propstatOf(instructions: readonly Instruction[], status: string, error?: string): string {
  return propstat([...new Set(instructions.map(({ name }) => emptyElement(name)))].join(''), status, error);
}

/**
 * The propstats of instructions that are carried out all or none: those that `faultOf` names a precondition for, and
 * those that fail because of them (RFC 4918 §9.2.1). Undefined when there is nothing against any.
 */
export function failedPropstats(
  instructions: readonly Instruction[],
  faultOf: (instruction: Instruction) => string | undefined,
): string | undefined {
  const byFault = Map.groupBy(instructions, faultOf);
  const dependent = byFault.get(undefined) ?? [];
  byFault.delete(undefined);
  if (byFault.size === 0) return undefined;
  const refused = [...byFault].map(([fault, group]) =>
    propstatOf(group, '403 Forbidden', `<D:error><D:${String(fault)}/></D:error>`),
  );
  if (dependent.length > 0) refused.push(propstatOf(dependent, '424 Failed Dependency'));
  return refused.join('');
}
