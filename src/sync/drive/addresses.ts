import { type DriveAddress, type Extension, Mount } from '../../webdav/request/request.ts';

/** Names of the drive of a user, in both generations of these clients. */
const SHARED_PATH = '/remote.php/webdav';
const OWN_PATH = /^\/remote\.php\/dav\/files\/([^/?#]+)/;

/**
 * Returns the function that finds the address of the drive in a URL: `/remote.php/webdav`, and
 * `/remote.php/dav/files/{login}` for this user.
 */
export function driveAddresses(extension: Extension): (url: string) => DriveAddress | undefined {
  const shared = { mount: new Mount(SHARED_PATH), extension };
  return (url) => {
    if (shared.mount.contains(url)) return shared;
    const [path, name = ''] = OWN_PATH.exec(url) ?? [];
    const login = path === undefined ? undefined : decoded(name);
    return path === undefined || login === undefined
      ? undefined
      : { mount: new Mount(path), login, extension };
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
