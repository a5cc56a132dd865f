import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from 'pino';
import { printableLines } from './model/text/printable.ts';

/** Logger: `log.info({ fields }, 'message')`; `log.child({ request_id })` adds fields to each line. */
export type Logger = PinoLogger;

/** `json`, or a function that formats a JSON line for people. */
export type LineFormat = 'json' | ((line: string) => string);

/**
 * Line format of the log. Loads the formatter only if it is needed.
 * @param format `auto`: formatted on a terminal, JSON otherwise
 * @param isTerminal true for output to a terminal; formatted lines then have colours
 */
export async function loadLineFormat(
  format: 'auto' | 'json' | 'pretty',
  isTerminal: boolean,
): Promise<LineFormat> {
  if (format === 'json' || (format === 'auto' && !isTerminal)) return 'json';
  const { prettyFactory } = await import('pino-pretty');
  return prettyFactory({ colorize: isTerminal });
}

/** Level, format and destination of the log. */
export interface LogOptions {
  readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Result of {@link loadLineFormat}. */
  readonly format: LineFormat;
  /** Default: standard error, because standard output is for the results of commands. */
  readonly destination?: DestinationStream | undefined;
}

const secretName = /(?:authorization|cookie|password|secret|token)s?$|^(?:recovery_)?codes?$/i;
const mayHoldSecret = /(?:authorization|cookie|password|secret|token|code)s?":/i;

/**
 * True if `code` is an error code (`ENOENT`, `forbidden`): it has a `stack` as its sibling. Any other `code` is a
 * one-time code.
 */
function isErrorCode(name: string, parent: object): boolean {
  return name === 'code' && 'stack' in parent;
}

function mask(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mask);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      secretName.test(name) && !isErrorCode(name, value) ? [name, '[redacted]'] : [name, mask(member)],
    ),
  );
}

/**
 * Redacts secrets in a finished log line. pino's own `redact` cannot match a name at any depth, and its wildcards cost
 * 25 µs per line; this test costs a fraction of a microsecond. A line without such a name is unchanged.
 */
function redactLine(line: string): string {
  return mayHoldSecret.test(line) ? `${JSON.stringify(mask(JSON.parse(line)))}\n` : line;
}

/**
 * Escapes the escape sequences of control characters in a JSON line once more, so that they stay visible escapes when
 * the line is parsed and displayed. Line breaks and tabs stay, because error stacks contain them.
 */
function keepEscapes(line: string): string {
  return line.replace(/\\(?:u[\da-f]{4}|.)/gi, (escape) =>
    /^\\[ubfr]/.test(escape) ? `\\${escape}` : escape,
  );
}

/**
 * Creates a logger that redacts secrets. It replaces the values of fields whose name ends in authorization, cookie,
 * password, secret or token, and of one-time codes, at any depth, including child loggers and errors, but not inside
 * the message text. Terminal control characters are escaped. Each line is written synchronously, so a crash loses none.
 */
export function createLogger({ level, format, destination }: LogOptions): Logger {
  const show = (line: string): string => (format === 'json' ? line : format(keepEscapes(line)));
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: (line) => show(printableLines(redactLine(line))) },
  };
  return pino(options, destination ?? pino.destination({ dest: 2, sync: true }));
}
