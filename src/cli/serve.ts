import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Command } from 'commander';
import type { Dms } from '../core/dms.ts';
import { codeOf } from '../model/error-code.ts';
import { createHttpServer } from '../server/http-server.ts';
import {
  type CommandContext,
  type CommonFlags,
  contextOf,
  createDirectory,
  lockDirectory,
  newerDatabase,
  subcommand,
} from './command.ts';
import { createInterfaces, createJobs, type DataDirectory, type OpenCore, openCore } from './compose.ts';
import { CommandError } from './output.ts';

/** How long running requests may take to finish after SIGTERM or SIGINT. */
const GRACE_MS = 30_000;
/** Clients keep connections open after a request. The server ends only when the idle ones are closed. */
const CLOSE_IDLE_EVERY_MS = 100;
const FIRST_HOUSEKEEPING_MS = 60_000;
const HOUSEKEEPING_EVERY_MS = 60 * 60_000;
const LOOK_AT_CLOCK_EVERY_MS = 5000;

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
  const directory = createDirectory(context);
  const lock = await lockDirectory(directory);
  try {
    await prepare(context, directory);
    const core = openCore(config, log);
    try {
      core.dms.housekeeping.recover();
      await core.dms.housekeeping.fillReserve();
      const interfaces = createInterfaces(core.dms, config, log);
      const server = createHttpServer(interfaces.answer, config.server, log);
      await listen(server, config.server);
      const housekeeping = scheduleHousekeeping(context, core);
      const jobs: Jobs = [];
      const stopped = untilStopped(context, server, () => {
        core.dms.housekeeping.stop();
        void stopAll(jobs);
      });
      log.info({ data_dir: directory.path, url: urlOf(context, server) }, 'serving');
      output.note(`serving ${directory.path} on ${urlOf(context, server)}`);
      suggestFirstAdmin(context, core.dms);
      jobs.push(...(await createJobs(core.dms, context)));
      for (const job of jobs) await job.start();
      await stopped;
      interfaces.close();
      await Promise.all([housekeeping.stop(), stopAll(jobs)]);
    } finally {
      await core.close();
    }
  } finally {
    lock.release();
  }
  log.info('stopped');
}

type Jobs = Awaited<ReturnType<typeof createJobs>>;

async function stopAll(jobs: Jobs): Promise<void> {
  await Promise.all(jobs.map((job) => job.stop()));
}

async function prepare({ output }: CommandContext, directory: DataDirectory): Promise<void> {
  const { unknown } = await directory.schema();
  if (unknown.length > 0) throw newerDatabase(unknown);
  const { taken, copy } = await directory.migrate();
  if (copy !== undefined)
    output.note(
      `migrated the database to ${String(taken.at(-1))}; the copy from before the migration is ${copy}`,
    );
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = codeOf(error) ?? String(error);
    const hint =
      reason === 'EADDRINUSE' ? ': another program uses this port; choose another one with --port' : '';
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

function suggestFirstAdmin({ config, output }: CommandContext, dms: Dms): void {
  if (dms.users.hasAdministrator()) return;
  output.note(
    [
      'There is no administrator yet. In another terminal, in this directory, create the first one:',
      `  npm run dms -- create-admin --data-dir '${config.data_dir}' --login admin --name "Your name" --email you@example.org`,
      '(or dms create-admin … if dms is installed). The command asks for a password, or generates one.',
    ].join('\n'),
  );
}

/**
 * Resolves after SIGTERM or SIGINT, once all requests have finished or were cut off after {@link GRACE_MS}.
 * @param onSignal ends work that may as well go on after the next start
 */
async function untilStopped(
  { log, output }: CommandContext,
  server: Server,
  onSignal: () => void,
): Promise<void> {
  // Closing the terminal sends SIGHUP, which would end the process. The service is meant to go on.
  process.on('SIGHUP', () => log.info('SIGHUP is ignored'));
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
  });
  log.info({ signal }, 'stopping');
  onSignal();
  output.note(`stopping; running requests have ${String(GRACE_MS / 1000)} s to finish`);
  const closed = once(server, 'close');
  server.close();
  const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const grace = setTimeout(() => {
    log.warn('requests took too long and were cut off');
    server.closeAllConnections();
  }, GRACE_MS);
  await closed;
  clearTimeout(grace);
  clearInterval(closeIdle);
}

function scheduleHousekeeping({ log }: CommandContext, { dms }: OpenCore): { stop: () => Promise<void> } {
  let current: Promise<void> = Promise.resolve();
  const run = (): void => {
    current = dms.housekeeping
      .tidy()
      .then((removed) => log.info(removed, 'housekeeping done'))
      .catch((error: unknown) => log.error({ err: error }, 'housekeeping failed'));
  };
  const first = setTimeout(run, FIRST_HOUSEKEEPING_MS);
  const repeated = setInterval(run, HOUSEKEEPING_EVERY_MS);
  const clock = setInterval(() => dms.housekeeping.lookAtClock(), LOOK_AT_CLOCK_EVERY_MS);
  return {
    stop: () => {
      clearTimeout(first);
      clearInterval(repeated);
      clearInterval(clock);
      return current;
    },
  };
}
