import { type DriveAddress, type Extension, type Method, Mount } from '../../webdav/request/request.ts';

/** The drive of the user, whoever it is: the address of older clients. */
const SHARED_PATH = '/remote.php/webdav';
/** The drive, and the uploads in chunks, of the user with this login. */
const OWN_PATH = /^\/remote\.php\/dav\/(files|uploads)\/([^/?#]+)/;

/**
 * Returns the function that finds the address of a URL: `/remote.php/webdav` and `/remote.php/dav/files/{login}` are the
 * drive, `/remote.php/dav/uploads/{login}` the uploads in chunks.
 */
export function addressesWith(
  extension: Extension,
  uploadMethods: Readonly<Record<string, Method>>,
): (url: string) => DriveAddress | undefined {
  const shared = { mount: new Mount(SHARED_PATH), extension };
  return (url) => {
    if (shared.mount.contains(url)) return shared;
    const [path = '', kind, name = ''] = OWN_PATH.exec(url) ?? [];
    const login = kind === undefined ? undefined : decoded(name);
    if (login === undefined) return undefined;
    const own = { mount: new Mount(path), login, extension };
    return kind === 'uploads' ? { ...own, methods: uploadMethods } : own;
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
