import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readSystemdEnvironment } from '../config/systemd.ts';
import type { Dms } from '../core/dms.ts';
import type { Logger } from '../log.ts';
import { HOUR_MS } from '../model/durations.ts';
import { collectGarbageAt } from '../program/heap.ts';
import { CannotListen } from '../server/addresses.ts';
import { fingerprintOf } from '../server/certificate.ts';
import { Certificates, certificateFiles } from '../server/certificates.ts';
import { assertAddressesFree, Listening } from '../server/listening.ts';
import { selfSignedCertificate } from '../server/self-signed.ts';
import { ServiceManager } from '../server/service-manager.ts';
import { isWithin } from '../upkeep/paths.ts';
import { setupText } from './accounts/setup-text.ts';
import {
  type CommandContext,
  type CommonFlags,
  contextOf,
  createDirectory,
  lockDirectory,
  newerDatabase,
  OPERATOR,
  subcommand,
} from './command.ts';
import { createJobs, type OpenCore, openCore } from './composition-root.ts';
import { tlsFinding } from './doctor/tls-finding.ts';
import { createInterfaces } from './interfaces.ts';
import { DataDirectory } from './process/data-directory.ts';
import { coalesceRuns, type StopSignals, stopSignals } from './process/signals.ts';
import { reachableUrl } from './service/service-url.ts';
import { CommandError } from './terminal/output.ts';

/** Time for running requests to finish after SIGTERM or SIGINT. */
const GRACE_MS = 30_000;
/** Garbage limit in percent of the live data. With V8's default, the buffers of old listings alone reach 60 MiB. */
const MAX_GARBAGE = 50;
const FIRST_HOUSEKEEPING_MS = 60_000;
const HOUSEKEEPING_EVERY_MS = HOUR_MS;
const CLOCK_POLL_MS = 5000;

/** The command `dms serve`. */
export function serveCommand(): Command {
  return subcommand('serve', 'serve documents in the browser, as a network drive (WebDAV), and over REST')
    .option(
      '--host <host>',
      'where to listen: an address, unix:PATH, or several, separated by commas (default: 127.0.0.1)',
    )
    .option('--port <port>', 'the port to listen on (default: 8080)')
    .action(async (flags: CommonFlags) => {
      await serve(await contextOf(flags));
    });
}

async function serve(context: CommandContext): Promise<void> {
  // Closing the terminal sends SIGHUP, which would end the process. The service must survive that, even during its
  // start.
  process.on('SIGHUP', () => undefined);
  const { config, log } = context;
  await refuseTakenAddresses(context);
  const directory = createDirectory(context);
  const lock = await lockDirectory(directory);
  try {
    await prepare(context, directory);
    const core = openCore(config, log);
    try {
      core.dms.housekeeping.recover();
      await core.dms.housekeeping.fillReserve();
      await serveCore(context, core);
    } finally {
      await core.close();
    }
  } finally {
    lock.release();
  }
  log.info('stopped');
}

/**
 * Checks that the listen addresses are free. Runs before the data directory is created, so that a failed start leaves
 * none behind. Skipped if the database exists, so that the start is not delayed.
 */
async function refuseTakenAddresses(context: CommandContext): Promise<void> {
  const { server } = context.config;
  const { path, database } = new DataDirectory(context);
  if (existsSync(database)) return;
  const { cert, self_signed: names } = server.tls;
  await orCannotListen(
    assertAddressesFree({
      server,
      inherited: readSystemdEnvironment().sockets,
      isSecure: cert !== null || names !== false,
      isToCome: (folder) => !existsSync(folder) && isWithin(path, folder),
    }),
  );
}

async function serveCore(context: CommandContext, core: OpenCore): Promise<void> {
  const { config, log } = context;
  const systemd = readSystemdEnvironment();
  const manager = new ServiceManager(systemd, log);
  const certificates = await openCertificates(context, core);
  const warnings = (): readonly string[] => certificates?.warnings() ?? [];
  const interfaces = createInterfaces(core.dms, config, log, { warnings });
  // From the first request on, signals end the service gracefully.
  const signals = stopSignals();
  const listening = await orCannotListen(
    Listening.open({
      handler: interfaces.handler,
      server: config.server,
      certificates,
      inherited: systemd.sockets,
      log,
    }),
  );
  const housekeeping = scheduleHousekeeping(context, core);
  const jobs: Jobs = [];
  const stopped = untilStopped(context, { listening, manager, certificates, signals }, () => {
    core.dms.housekeeping.stop();
    core.dms.events.stop();
    void core.dms.undos.stop();
    void stopAll(jobs);
  });
  announce(context, core, listening);
  jobs.push(...(await createJobs(core.dms, context, interfaces)));
  for (const job of jobs) await job.start();
  core.dms.undos.resumeAll();
  collectGarbageAt(MAX_GARBAGE);
  // Only reading must work. Ending the service because a full disk is not writable would help no user.
  manager.watch(() => core.dms.users.hasAdministrator());
  await manager.ready();
  await stopped;
  await core.dms.resumableUploads.settled();
  await core.dms.undos.stop();
  certificates?.close();
  interfaces.close();
  await Promise.all([housekeeping.stop(), stopAll(jobs)]);
  manager.close();
}

/**
 * @returns undefined if TLS is not configured
 * @throws {CommandError} if the certificate cannot be used
 */
async function openCertificates(
  { config, log, output }: CommandContext,
  { dataDirectory }: OpenCore,
): Promise<Certificates | undefined> {
  const { cert, key, self_signed: names } = config.server.tls;
  try {
    if (names !== false) {
      const source = selfSignedCertificate({ dataDirectory, names });
      const certificates = await Certificates.open({ source, areSelfSigned: true, log });
      const { current } = certificates;
      output.note(
        `the self-signed certificate ${join(dataDirectory, 'tls', 'cert.pem')} is for ` +
          `${current.x509.subjectAltName ?? ''}\n  SHA-256 ${fingerprintOf(current)}`,
      );
      return certificates;
    }
    if (cert === null || key === null) return undefined;
    return await Certificates.open({ source: certificateFiles(cert, key), areSelfSigned: false, log });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const section = names === false ? 'server.tls.cert and server.tls.key' : 'server.tls.self_signed';
    throw new CommandError(`${section}: ${reason}`);
  }
}

async function orCannotListen<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CannotListen) throw new CommandError(error.message);
    throw error;
  }
}

function announce(context: CommandContext, core: OpenCore, { urls }: Listening): void {
  const { config, log, output } = context;
  log.info({ data_dir: core.dataDirectory, urls, url: urls[0] }, 'serving');
  output.note(`serving ${core.dataDirectory} on ${urls.join(', ')}`);
  const url = config.server.base_url ?? reachableUrl(urls);
  output.note(`open ${url}/ in a browser; network drive: ${url}/webdav/; REST interface: ${url}/api/docs`);
  const tls = tlsFinding(config, Date.now());
  if (tls.state !== 'ok') output.note(`dms: warning: TLS: ${tls.detail} (${tls.advice ?? ''})`);
  suggestFirstAdmin(context, core.dms, urls);
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
      `migrated the database to ${String(taken.at(-1))}; a copy from before the migration is in ${copy}`,
    );
}

function suggestFirstAdmin({ config, output }: CommandContext, dms: Dms, urls: readonly string[]): void {
  if (dms.users.hasAdministrator() || output.isQuiet) return;
  const { code } = dms.setup.issue(OPERATOR);
  output.note(setupText(config, code, config.server.base_url ?? reachableUrl(urls)));
}

/** Parts of the running service that {@link untilStopped} controls. */
interface Running {
  readonly listening: Listening;
  readonly manager: ServiceManager;
  readonly certificates: Certificates | undefined;
  readonly signals: StopSignals;
}

/**
 * Resolves after SIGTERM or SIGINT, once all requests have finished. Requests are cut off after {@link GRACE_MS}, or by
 * a further signal.
 * @param onSignal stops background work that can continue after the next start
 */
async function untilStopped(
  { log, output }: CommandContext,
  { listening, manager, certificates, signals: { first, again } }: Running,
  onSignal: () => void,
): Promise<void> {
  process.on(
    'SIGHUP',
    coalesceRuns(() => reload(log, manager, certificates)),
  );
  log.info({ signal: await first }, 'stopping');
  void manager.stopping();
  onSignal();
  output.note(`stopping; running requests have ${String(GRACE_MS / 1000)} s to finish`);
  const cutOff = AbortSignal.any([AbortSignal.timeout(GRACE_MS), again]);
  cutOff.addEventListener('abort', () => log.warn('running requests were aborted at the stop'));
  await listening.close(cutOff);
}

async function reload(
  log: Logger,
  manager: ServiceManager,
  certificates: Certificates | undefined,
): Promise<void> {
  log.info('SIGHUP: reloading the certificate, and nothing else');
  await manager.reloading();
  await certificates?.look();
  await manager.ready();
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
  const clock = setInterval(() => dms.housekeeping.lookAtClock(), CLOCK_POLL_MS);
  return {
    stop: () => {
      clearTimeout(first);
      clearInterval(repeated);
      clearInterval(clock);
      return current;
    },
  };
}
