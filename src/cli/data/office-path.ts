import { type OfficePath, parseOfficePath } from '../../model/text/office-path.ts';
import { CommandError, EXIT } from '../terminal/output.ts';

/**
 * Parses a path given on the command line.
 * @throws {CommandError} exit code 2, if the path is invalid
 */
export function officePathOf(text: string): OfficePath {
  const path = parseOfficePath(text);
  if (path) return path;
  throw new CommandError(`"${text}" is not a path such as /Office or anna:/Contracts`, EXIT.usage);
}
