/**
 * A path on the command line: `/Office/plan.txt` in a system folder, `anna:/plan.txt` in the home of `anna`, `anna:/`
 * for that home itself, and `/` for everything.
 */
export interface OfficePath {
  /** Owner of the home; undefined for system folders. */
  readonly login: string | undefined;
  /** Names from the root downwards. */
  readonly names: readonly string[];
}

/**
 * Parses a path.
 * @returns undefined if the text is not a path
 */
export function parseOfficePath(text: string): OfficePath | undefined {
  const [whole, login, path = ''] = /^(?:([^/:]+):)?\/(.*)$/s.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { login, names: path.split('/').filter((name) => name !== '') };
}

/** The text of a path, in the syntax of the command line. */
export function officePathText({ login, names }: OfficePath): string {
  return `${login === undefined ? '' : `${login}:`}/${names.join('/')}`;
}
