import type { ServerResponse } from 'node:http';
import type { Source } from '../../core/browse/browse.ts';
import type { Dms } from '../../core/dms.ts';
import type { EditedDocument } from '../../core/edit-addresses/edit-addresses.ts';
import { nameKey } from '../../model/entries/names.ts';
import { DmsError } from '../../model/errors/errors.ts';
import type { UserActor } from '../../model/people/actor.ts';
import { METHODS, unknownMethod } from '../methods/methods.ts';
import { DavError } from '../protocol/protocol.ts';
import type { DavPath, GuestLimit, IncomingRequest, RequestContext } from '../request/request.ts';
import { respondAsFolder, sendEmptyFolder } from './edit-folder.ts';
import { respondAsLockFile } from './lock-file-requests.ts';
import { isLockFileName, LockFiles } from './lock-files.ts';

/** Methods of the drive that the document at an edit address supports. */
const ALLOWED: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'PUT',
  'PROPFIND',
  'PROPPATCH',
  'LOCK',
  'UNLOCK',
]);

/** Dependencies of {@link EditAddressResponder}. */
interface Dependencies {
  readonly dms: Dms;
  readonly guests: GuestLimit;
  /** Creates the context of a request whose user is known. */
  readonly begin: (
    incoming: IncomingRequest,
    path: DavPath,
    user: UserActor,
    source?: Source,
  ) => RequestContext;
}

/**
 * Responds to requests at edit addresses, `/webdav/.edit/TOKEN/NAME` (docs/build/contract/edit-addresses.md). The token
 * takes the place of credentials. No response asks for a password: office programs would open a dialog that no user can
 * answer with two-factor sign-in.
 */
export class EditAddressResponder {
  readonly #deps: Dependencies;
  readonly #lockFiles = new LockFiles();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Responds to a request in the folder of edit addresses.
   * @returns `isDone` is false if the request has credentials and no token that works: it is for the drive, where a user
   * may have a folder of this name
   * @throws {DavError} | {DmsError} throttled
   */
  async respond(incoming: IncomingRequest, path: DavPath): Promise<{ readonly isDone: boolean }> {
    const { dms, guests } = this.#deps;
    const { ip, request, response } = incoming;
    const [, token] = path.segments;
    const edited = token === undefined ? undefined : dms.editAddresses.find(token, ip);
    if (edited === undefined && request.headers.authorization !== undefined) return { isDone: false };
    keepSecret(response);
    if (edited !== undefined) await this.#respondFor(edited, incoming, path);
    else if (token === undefined) sendEmptyFolder(incoming);
    else {
      guests.check(ip);
      guests.count(ip, 'unsigned');
      throw gone();
    }
    return { isDone: true };
  }

  async #respondFor(edited: EditedDocument, incoming: IncomingRequest, path: DavPath): Promise<void> {
    const [, , name, ...others] = path.segments;
    const { user, document, addressId } = edited;
    try {
      const context = this.#deps.begin(incoming, path, user, document.id);
      if (name === undefined) await respondAsFolder(context, edited);
      else if (others.length > 0) throw gone();
      else if ([edited.name, document.name].some((each) => nameKey(each) === nameKey(name)))
        await this.#respondAsDocument(context, addressId);
      else if (isLockFileName(name)) await respondAsLockFile(context, this.#lockFiles, { addressId, name });
      else refuseOther(context);
    } catch (error) {
      throw withoutChallenge(error);
    }
  }

  async #respondAsDocument(context: RequestContext, addressId: number): Promise<void> {
    const name = context.request.method ?? '';
    const method = METHODS[name] ?? unknownMethod;
    if (method !== unknownMethod && !ALLOWED.has(name))
      throw new DavError(403, 'At this address the document can only be read and saved.');
    await method(context);
    if (name === 'UNLOCK') this.#lockFiles.clear(addressId);
  }
}

/**
 * The address is a secret: it must reach no other site, no search engine and no shared cache. Office cannot open what
 * `no-store` forbids to cache.
 */
function keepSecret(response: ServerResponse): void {
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  response.setHeader('Cache-Control', 'private, max-age=0');
}

/** The response for an address that does not work, whatever the reason. */
function gone(): DavError {
  return new DavError(404, 'Not found.');
}

/** A name beside the document. @throws {DavError} always */
function refuseOther({ request }: RequestContext): never {
  const isRead = ['GET', 'HEAD', 'PROPFIND'].includes(request.method ?? '');
  throw isRead ? gone() : new DavError(403, 'At this address only the document can be saved.');
}

/** The user has signed out, or was disabled, while the request was running. */
function withoutChallenge(error: unknown): unknown {
  return error instanceof DmsError && error.code === 'unauthenticated' ? gone() : error;
}
