import { type PropertyName, textOf, type XmlElement } from '../protocol/protocol.ts';

/** Namespace of the clients of ownCloud and Nextcloud. */
const OWNCLOUD = 'http://owncloud.org/ns';

/**
 * Element of the property `favorite` of these clients, which each user sets for themselves. Not in `DAV:allprop`.
 * @param prefix declared prefix of the namespace; by default the element declares one itself
 */
export function favouriteElement(value: '0' | '1', prefix?: string): string {
  return prefix === undefined
    ? `<oc:favorite xmlns:oc="${OWNCLOUD}">${value}</oc:favorite>`
    : `<${prefix}:favorite>${value}</${prefix}:favorite>`;
}

/** True for the name of the property `favorite`. Earlier releases stored it as a dead property, which is ignored. */
export function isFavouriteName({ namespace, name }: PropertyName): boolean {
  return namespace === OWNCLOUD && name === 'favorite';
}

const VALUES: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
  ['', false],
]);

/** The value that a client sets; undefined for anything but a truth value. */
export function favouriteValue(element: XmlElement): boolean | undefined {
  return VALUES.get(textOf(element).trim().toLowerCase());
}
