import type { Command } from 'commander';
import type { Config } from '../../config/schema.ts';
import { type CommonFlags, contextOf, subcommand } from '../command.ts';
import { CommandError, EXIT } from '../terminal/output.ts';
import { askHealth, HEALTH_TIMEOUT_SECONDS, type HealthReply } from './health-request.ts';
import { isLoopback, type ServiceAddress, serviceAddress } from './service-url.ts';

interface Flags extends CommonFlags {
  readonly url?: string;
  readonly timeout?: string;
}

const MAX_TIMEOUT_SECONDS = 3600;

const HELP = `
Prints one line. Exit code 0 if the service is healthy, else 1. Without --url, uses the address and port of the
configuration. Accepts any certificate there, and on every loopback address.

  HEALTHCHECK CMD ["dms", "health", "--quiet"]`;

/** The command `dms health`. */
export function healthCommand(): Command {
  return subcommand('health', 'check whether the running service is healthy, for scripts and HEALTHCHECK')
    .option('--url <url>', 'URL of the service (default: host and port of the configuration)')
    .option(
      '--timeout <seconds>',
      `how long to wait for the response (default: ${String(HEALTH_TIMEOUT_SECONDS)})`,
    )
    .addHelpText('after', HELP)
    .action(async (flags: Flags) => {
      const seconds = secondsOf(flags.timeout);
      const { config, output } = await contextOf(flags);
      const address = flags.url === undefined ? configured(config) : addressOf(flags.url);
      const { url, socketPath } = address;
      const name = socketPath === undefined ? url.origin : `unix:${socketPath}`;
      const reply = await askHealth(address, flags.url === undefined || isLoopback(url.hostname), seconds);
      const healthy = reply.kind === 'response' && reply.response.status === 'ok';
      const line = `${name} ${sentenceOf(reply)}`;
      if (healthy || flags.json === true) output.result({ url: name, healthy, ...detailsOf(reply) }, line);
      if (!healthy) throw new CommandError(line);
    });
}

/** @throws {CommandError} if the system chooses the port */
function configured(config: Config): ServiceAddress {
  const address = serviceAddress(config);
  if (config.server.port !== 0 || address.socketPath !== undefined) return address;
  throw new CommandError('server.port is 0, so only the service knows its port: use --url', EXIT.usage);
}

function addressOf(given: string): ServiceAddress {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol)) return { url, socketPath: undefined };
  throw new CommandError('--url must be a URL that begins with http:// or https://', EXIT.usage);
}

function secondsOf(given: string | undefined): number {
  if (given === undefined) return HEALTH_TIMEOUT_SECONDS;
  const seconds = /^\d+$/.test(given) ? Number(given) : 0;
  if (seconds >= 1 && seconds <= MAX_TIMEOUT_SECONDS) return seconds;
  throw new CommandError(
    `--timeout must be a whole number of seconds from 1 to ${String(MAX_TIMEOUT_SECONDS)}`,
    EXIT.usage,
  );
}

function detailsOf(reply: HealthReply) {
  if (reply.kind === 'response') return { ...reply.response, reason: null };
  return { status: null, database: null, data_directory: null, warnings: [], reason: reply.reason };
}

function sentenceOf(reply: HealthReply): string {
  if (reply.kind === 'foreign') return `is not dms: ${reply.reason}`;
  if (reply.kind === 'silent') return `does not respond: ${reply.reason}`;
  const { status, database, data_directory: isDirectoryWell, warnings } = reply.response;
  const faults = [
    ...(database ? [] : ['the database cannot be written']),
    ...(isDirectoryWell
      ? []
      : ['the data directory cannot be written, or its free space is below the reserve']),
  ];
  const remarks = warnings.length === 0 ? '' : ` (${warnings.join(', ')})`;
  return status === 'ok' ? `is healthy${remarks}` : `is not healthy: ${faults.join('; ')}${remarks}`;
}
