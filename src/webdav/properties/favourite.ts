import { type PropertyName, textOf, type XmlElement } from '../protocol/protocol.ts';

/** Namespace of the clients of ownCloud and Nextcloud. */
const OWNCLOUD = 'http://owncloud.org/ns';

const elementWith = (value: string): string => `<oc:favorite xmlns:oc="${OWNCLOUD}">${value}</oc:favorite>`;

/** The property `favorite` of these clients, which each user sets for themselves. Not in `DAV:allprop`. */
export const FAVOURITE = { marked: elementWith('1'), unmarked: elementWith('0') } as const;

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
