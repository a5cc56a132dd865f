/**
 * The folder of edit addresses, also mistyped. The next name is a token, which is as powerful as a password. Clients send
 * it also after `.` or `..`, which the service refuses.
 */
const EDIT_PATH = /^\.edit(?:[/\\;]|$)/i;

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Path of a request target for the log: without the query, and without what follows the folder of edit addresses. */
export function loggedPath(url: string): string | undefined {
  const path = url.split('?', 1)[0];
  // Most paths have neither a name with a leading dot nor an escaped dot.
  if (path === undefined || !/\/(?:\.|%2e)/i.test(path)) return path;
  const [mount, ...names] = path.split(/\/+/).filter((name) => name !== '');
  return names.some((name) => EDIT_PATH.test(decoded(name))) ? `/${mount ?? ''}/.edit/…` : path;
}
