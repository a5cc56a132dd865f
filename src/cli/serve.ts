import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Command } from 'commander';
import type { Dms } from '../core/dms.ts';
import {
  type CommandContext,
  type CommonFlags,
  contextOf,
  inUse,
  newerDatabase,
  subcommand,
} from './command.ts';
import { createHttpServer, createMailSender, DataDirectory, type OpenCore, openCore } from './compose.ts';
import { CommandError } from './output.ts';

/** How long what runs may take to finish once the service is told to stop. */
const GRACE_MS = 30_000;
/** Connections on which a request has finished meanwhile would else be kept for the next one. */
const CLOSE_IDLE_EVERY_MS = 100;
const FIRST_TIDY_MS = 60_000;
const TIDY_EVERY_MS = 60 * 60_000;

/** `dms serve` */
export function serveCommand(): Command {
  return subcommand('serve', 'serve documents over REST and WebDAV')
    .option('--host <host>', 'the address to listen on (default: 127.0.0.1)')
    .option('--port <port>', 'the port to listen on (default: 8080)')
    .action(async (flags: CommonFlags) => {
      await serve(contextOf(flags));
    });
}

async function serve(context: CommandContext): Promise<void> {
  const { config, log, output } = context;
  const directory = new DataDirectory(config);
  directory.create();
  const lock = directory.lock();
  if (!lock) throw inUse(directory);
  try {
    await prepare(context, directory);
    const core = openCore(config, log);
    try {
      core.dms.housekeeping.recover();
      const server = createHttpServer(core.dms, config, log);
      await listen(server, config.server);
      const stopped = untilStopped(context, server);
      log.info({ data_dir: directory.path, url: urlOf(context, server) }, 'serving');
      output.note(`dms serves ${directory.path} on ${urlOf(context, server)}`);
      greet(context, core.dms);
      const tidying = tidyRegularly(context, core);
      const sender = createMailSender(core.dms, config, log);
      await sender?.start();
      await stopped;
      await Promise.all([tidying.stop(), sender?.stop()]);
    } finally {
      core.close();
    }
  } finally {
    lock.release();
  }
  log.info('stopped');
}

async function prepare({ output }: CommandContext, directory: DataDirectory): Promise<void> {
  const { unknown } = await directory.schema();
  if (unknown.length > 0) throw newerDatabase(unknown);
  const { taken, copy } = await directory.migrate();
  if (copy !== undefined)
    output.note(`brought the database up to ${String(taken.at(-1))}; a copy from before is ${copy}`);
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const hint = reason === 'EADDRINUSE' ? ': something else listens there; --port takes another one' : '';
    throw new CommandError(`cannot listen on ${host}:${String(port)} (${reason})${hint}`);
  }
}

function urlOf({ config }: CommandContext, server: Server): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.server.port;
  const host = config.server.host.includes(':') ? `[${config.server.host}]` : config.server.host;
  const scheme = config.server.tls.cert === null ? 'http' : 'https';
  return `${scheme}://${host}:${String(port)}`;
}

function greet({ output }: CommandContext, dms: Dms): void {
  if (dms.users.hasAdministrator()) return;
  output.note(
    [
      'There is no administrator yet. In another terminal, in this directory, make the first one:',
      '  npm run dms -- create-admin --login admin --name "Your name" --email you@example.org',
      '(installed: dms create-admin …). A password is asked for, or made and shown once.',
    ].join('\n'),
  );
}

/** Resolves once a signal has come and what ran has finished, or was given up on. */
async function untilStopped({ log, output }: CommandContext, server: Server): Promise<void> {
  // A terminal that goes away is no reason to stop.
  process.on('SIGHUP', () => log.info('SIGHUP: nothing to do'));
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
  });
  log.info({ signal }, 'stopping');
  output.note('stopping: what runs is finished first');
  const closed = once(server, 'close');
  server.close();
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const grace = setTimeout(() => {
    log.warn('requests took too long and were cut off');
    server.closeAllConnections();
  }, GRACE_MS);
  await closed;
  clearTimeout(grace);
  clearInterval(closing);
}

function tidyRegularly({ log }: CommandContext, { dms }: OpenCore): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const tidy = (): void => {
    running = dms.housekeeping
      .tidy()
      .then((tidied) => log.info(tidied, 'tidied'))
      .catch((error: unknown) => log.error({ err: error }, 'tidying failed'));
  };
  const first = setTimeout(tidy, FIRST_TIDY_MS);
  const regular = setInterval(tidy, TIDY_EVERY_MS);
  return {
    stop: () => {
      clearTimeout(first);
      clearInterval(regular);
      return running;
    },
  };
}
