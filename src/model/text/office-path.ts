/**
 * A place as the command line names it: `/Office/plan.txt` in a system folder, `anna:/plan.txt` in the home of
 * `anna`, `anna:/` for that home itself, and `/` for everything.
 */
export interface OfficePath {
  /** Whose home it is; undefined for system folders. */
  readonly login: string | undefined;
  /** From the top downwards. */
  readonly names: readonly string[];
}

/** Reads a path. @returns undefined for a text that is none */
export function parseOfficePath(text: string): OfficePath | undefined {
  const [whole, login, path = ''] = /^(?:([^/:]+):)?\/(.*)$/s.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { login, names: path.split('/').filter((name) => name !== '') };
}

/** The text of a path, as it is given on the command line. */
export function officePathText({ login, names }: OfficePath): string {
  return `${login === undefined ? '' : `${login}:`}/${names.join('/')}`;
}
