import { type DriveAddress, type Extension, type Method, Mount } from '../../webdav/request/request.ts';

/** The drive of the user, whoever it is: the address of older clients. */
const SHARED_PATH = '/remote.php/webdav';
/** The drive, or another collection, of the user with this login. */
const OWN_PATH = /^\/remote\.php\/dav\/(\w+)\/([^/?#]+)/;
const DRIVE = 'files';

/** Methods by name. */
export type Methods = Readonly<Record<string, Method>>;

/**
 * Returns the function that finds the address of a URL: `/remote.php/webdav` and `/remote.php/dav/files/{login}` are the
 * drive, `/remote.php/dav/{collection}/{login}` the other collections.
 * @param collections the methods of each collection, by its name in the URL
 */
export function addressesWith(
  extension: Extension,
  collections: ReadonlyMap<string, Methods>,
): (url: string) => DriveAddress | undefined {
  const shared = { mount: new Mount(SHARED_PATH), extension };
  return (url) => {
    if (shared.mount.contains(url)) return shared;
    const [path = '', name = '', encodedLogin = ''] = OWN_PATH.exec(url) ?? [];
    const methods = collections.get(name);
    const login = methods || name === DRIVE ? decoded(encodedLogin) : undefined;
    if (login === undefined) return undefined;
    const own = { mount: new Mount(path), login, extension };
    return methods ? { ...own, methods } : own;
  };
}

/** Undefined for an encoding that is not valid. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
