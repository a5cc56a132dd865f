import type { ServiceOptions } from '../../support/service.ts';
import type { Office, Person } from './office.ts';

/** The part of an office that an example needs: its users by their logins, and the ids of its entries. */
export type Scene = { readonly office: Office } & Office['people'];

/** A change, as some user or the service makes it. */
export interface Example {
  readonly name: string;
  /** What must be there before. Its events are not counted. */
  readonly before?: (scene: Scene) => Promise<unknown>;
  readonly change: (scene: Scene) => Promise<unknown>;
  readonly service?: ServiceOptions;
  /** Why no user sees a difference. Without it, some user must see one. */
  readonly unseen?: string;
}

/** The examples of an operation; a text: why there is none. */
export type Examples = Readonly<Record<string, readonly Example[] | string>>;

/** An example in one line. */
export function example(
  name: string,
  change: Example['change'],
  more: Omit<Example, 'name' | 'change'> = {},
): Example {
  return { name, change, ...more };
}

/** A path below `/api` and below `/webdav` for an entry. */
export const document = (id: number): string => `/documents/${id}`;
export const folder = (id: number): string => `/folders/${id}`;

/** A document in the home of this user. @returns its id */
export async function upload(person: Person, name: string, folderId = 0, content = name): Promise<number> {
  return (await person.client.document(name, content, folderId)).id;
}
