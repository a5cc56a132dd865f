import { DmsError, type ErrorCode, invalidField } from '../../model/errors/errors.ts';
import { message } from '../../model/errors/messages.ts';

/** An error whose text the command line prints as is. */
export function refusal(code: ErrorCode, text: string): DmsError {
  return new DmsError(code, message('command_line', { text }));
}

/**
 * Error for an argument of a command.
 * @param text completes "ARGUMENT …"
 */
export function badArgument(argument: string, text: string): DmsError {
  return invalidField(argument, message('command_line', { text }));
}
