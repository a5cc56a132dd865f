import { once } from 'node:events';
import { createServer } from 'node:net';
import { socketPathOf } from '../../config/addresses.ts';
import type { Config } from '../../config/schema.ts';
import { codeOf } from '../../model/errors/error-code.ts';
import { type Finding, ok, problem, warning } from '../../upkeep/diagnosis/diagnosis.ts';
import type { DataDirectory } from '../process/data-directory.ts';
import { askHealth, type HealthResponse } from '../service/health-request.ts';
import { serviceAddress } from '../service/service-url.ts';

const CHECK = 'service';
const NO_LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: 'stop the other program, or choose another server.port',
  EACCES:
    'choose a port from 1024 on, or allow it: setcap cap_net_bind_service, or AmbientCapabilities of systemd',
  EADDRNOTAVAIL: 'set server.host to an address of this machine',
  ENOTFOUND: 'set server.host to an address of this machine',
};

const ELSEWHERE =
  'run dms doctor with the configuration of the service (--config, DMS_SERVER_PORT), ' +
  'or wait until dms serve has started or dms reindex has ended';

/** Checks whether the service responds at its port, or could listen on it. */
export async function serviceFinding(config: Config, directory: DataDirectory): Promise<Finding> {
  const { host, port } = config.server;
  const address = serviceAddress(config);
  const { socketPath } = address;
  if (port === 0 && socketPath === undefined)
    return ok(CHECK, 'server.port is 0: the system chooses a port at each start');
  const url = socketPath === undefined ? address.url.origin : `unix:${socketPath}`;
  const reply = await askHealth(address, true);
  if (reply.kind === 'response') return responseFinding(url, reply.response);
  if (reply.kind === 'foreign') {
    const advice = 'stop the other program, choose another server.port, or correct server.tls';
    return problem(CHECK, `another program or configuration responds at ${url}: ${reply.reason}`, advice);
  }
  for (const each of host.filter((name) => socketPathOf(name) === undefined)) {
    const reason = await refusal(each, port);
    if (reason === undefined) continue;
    const detail = `cannot listen on ${each}:${String(port)} (${reason})`;
    return problem(CHECK, detail, NO_LISTENING[reason] ?? 'see listen(2)');
  }
  if (isInUse(directory)) {
    const detail = `a process of dms uses the data directory, but does not respond at ${url}`;
    return warning(CHECK, detail, ELSEWHERE);
  }
  return ok(CHECK, `is not running; ${socketPath === undefined ? `port ${String(port)}` : url} is free`);
}

function responseFinding(url: string, { status, warnings }: HealthResponse): Finding {
  if (status === 'failed')
    return problem(CHECK, `responds at ${url} and is not healthy`, 'run dms health, and check the log');
  if (warnings.length === 0) return ok(CHECK, `responds at ${url}`);
  return warning(CHECK, `responds at ${url} and warns: ${warnings.join(', ')}`, 'run dms status');
}

function isInUse(directory: DataDirectory): boolean {
  try {
    return directory.isInUse();
  } catch {
    // The file of the lock belongs to another user, which the finding `owner` reports.
    return false;
  }
}

/** @returns the error code if the port cannot be listened on; undefined if it can */
async function refusal(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return codeOf(error) ?? String(error);
  } finally {
    server.close();
  }
}
