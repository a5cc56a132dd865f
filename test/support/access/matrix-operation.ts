import request, { type Test } from 'supertest';
import type { Dms } from '../../../src/core/dms.ts';
import type { Actor } from '../../../src/model/people/actor.ts';
import type { Answer } from '../../webdav/client.ts';
import type { MatrixFixture } from './matrix-fixture.ts';
import type { Face, Visitor } from './matrix-visitors.ts';

/** A visitor and the fixture that the visitor accesses. */
export interface Visit {
  readonly fixture: MatrixFixture;
  readonly visitor: Visitor;
  readonly url: string;
}

/** A row of the access matrix: an operation, in each interface that offers it. */
export interface Operation {
  core(dms: Dms, actor: Actor, visit: Visit): unknown;
  rest?(visit: Visit): Test;
  dav?(visit: Visit): Promise<Answer>;
  /**
   * Interfaces in which the folder is not the resource of the request but a target named in it. A target that the
   * visitor may not read is then an invalid value (docs/build/contract/concepts.md §2), and over WebDAV a missing
   * parent (RFC 4918 §9.3, §9.7, §9.8, §9.9, and §9.10.4: locking a free name creates a resource).
   */
  readonly intoFolder?: readonly Face[];
}

/** Value of {@link Operation.intoFolder} for all interfaces. */
export const EVERYWHERE: readonly Face[] = ['core', 'REST', 'WebDAV'];
/** Page parameters of lists. */
export const PAGE = { page: 1, perPage: 50 };

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A request to the REST interface with the visitor's credentials. */
export function ask({ visitor, url }: Visit, verb: Verb, path: string, body?: object): Test {
  const asked = request(`${url}/api`)[verb](path).set(visitor.headers);
  return body === undefined ? asked : asked.send(body);
}

/** An upload over the REST interface. */
export function upload(visit: Visit, folderId: number, name: string): Test {
  return ask(visit, 'post', '/documents/upload')
    .field('folder_id', folderId)
    .attach('file', Buffer.from('third'), { filename: name });
}

/** The visitor's own document. For a guest, who has none, a document of another user. */
export function ownOf({ fixture, visitor }: Visit): { id: number; name: string } {
  const own = fixture.own.get(visitor.login ?? 'third');
  if (own === undefined) throw new Error(`${visitor.name} has no document of his own`);
  return own;
}

/** WebDAV path of the document. */
export function documentPath({ folder, document }: MatrixFixture): string {
  return `/${folder.name}/${document.name}`;
}
