import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';
import { dirname } from 'node:path';
import type { Config } from '../config/schema.ts';
import type { InheritedSocket } from '../config/systemd.ts';
import type { Logger } from '../log.ts';
import { type Address, addressOf, inheritedAddress, listen } from './addresses.ts';
import type { Certificates } from './certificates.ts';
import { createHttpServer } from './http-server.ts';
import { OpenSockets } from './open-sockets.ts';
import { createRedirectServer } from './redirect-server.ts';

/** Clients keep connections open after a request. The server closes only after its idle connections are closed. */
const CLOSE_IDLE_EVERY_MS = 100;
/** `FileDescriptorName=` of a systemd socket for redirects to https://. */
const REDIRECT_NAME = 'redirect';
const HTTPS_PORT = 443;

/** Options of {@link Listening.open}. */
export interface ListeningOptions {
  readonly handler: RequestListener;
  readonly server: Config['server'];
  /** Undefined for plain HTTP. */
  readonly certificates: Certificates | undefined;
  /** Sockets inherited from systemd. If there are any, the configured addresses are not used. */
  readonly inherited: readonly InheritedSocket[];
  readonly log: Logger;
}

/** All servers of the service, one per address. */
export class Listening {
  /** URLs of the service, in the order of the addresses; `unix:PATH` for a Unix socket. */
  readonly urls: readonly string[];
  readonly #servers: readonly Server[];
  readonly #redirects: readonly Server[];
  readonly #sockets = new OpenSockets();

  private constructor(urls: readonly string[], servers: readonly Server[], redirects: readonly Server[]) {
    this.urls = urls;
    this.#servers = servers;
    this.#redirects = redirects;
    for (const server of [...servers, ...redirects]) this.#sockets.watch(server);
  }

  /**
   * Listens on all addresses.
   * @throws {CannotListen} if an address is unusable; no address stays in use
   */
  static async open(options: ListeningOptions): Promise<Listening> {
    const servers: Server[] = [];
    const redirects: Server[] = [];
    const urls: string[] = [];
    try {
      for (const address of addressesOf(options)) {
        const server = serverFor(address, options);
        await listen(server, address);
        servers.push(server);
        urls.push(urlOf(server, address, isSecure(address, options) ? 'https' : 'http'));
      }
      const httpsPort = portOf(servers);
      for (const address of redirectAddressesOf(options, options.certificates !== undefined)) {
        const { base_url: baseUrl, max_connections: maxConnections } = options.server;
        const server = createRedirectServer({ baseUrl, httpsPort, maxConnections });
        await listen(server, address);
        redirects.push(server);
      }
    } catch (error) {
      for (const server of [...servers, ...redirects]) server.close();
      throw error;
    }
    return new Listening(urls, servers, redirects);
  }

  /**
   * Stops accepting connections, and resolves when all requests have finished.
   * @param cutOff aborts the requests that are still running
   */
  async close(cutOff: AbortSignal): Promise<void> {
    const closed = [...this.#servers, ...this.#redirects].map((server) => once(server, 'close'));
    for (const server of this.#redirects) {
      server.close();
      server.closeAllConnections();
    }
    for (const server of this.#servers) server.close();
    const closeIdle = setInterval(() => {
      for (const server of this.#servers) server.closeIdleConnections();
    }, CLOSE_IDLE_EVERY_MS);
    const cut = (): void => this.#sockets.destroyAll();
    cutOff.addEventListener('abort', cut);
    if (cutOff.aborted) cut();
    await Promise.all(closed);
    cutOff.removeEventListener('abort', cut);
    clearInterval(closeIdle);
  }
}

/** Options of {@link assertAddressesFree}. */
interface FreeOptions extends Addressed {
  /** True if the service will have a certificate. */
  readonly isSecure: boolean;
  /** True for a folder that does not exist yet, but will when the service listens. */
  readonly isToCome: (folder: string) => boolean;
}

/**
 * Listens briefly on all addresses that are not inherited, so that a service with a new data directory fails before it
 * creates anything.
 * @throws {CannotListen}
 */
export async function assertAddressesFree({ isSecure, isToCome, ...options }: FreeOptions): Promise<void> {
  const all = [...addressesOf(options), ...redirectAddressesOf(options, isSecure)];
  const own = all.filter(({ kind }) => kind !== 'inherited');
  const servers: NetServer[] = [];
  try {
    for (const address of own) {
      if (address.kind === 'unix' && isToCome(dirname(address.path))) continue;
      const server = createServer((socket) => socket.destroy());
      await listen(server, address);
      servers.push(server);
    }
  } finally {
    const closed = servers.map((server) => once(server, 'close'));
    for (const server of servers) server.close();
    await Promise.all(closed);
  }
}

type Addressed = Pick<ListeningOptions, 'server' | 'inherited'>;

function addressesOf({ inherited, server }: Addressed): Address[] {
  const sockets = inherited.filter(({ name }) => name !== REDIRECT_NAME);
  if (sockets.length > 0) return sockets.map(inheritedAddress);
  return server.host.map((host) => addressOf(host, server.port));
}

function redirectAddressesOf({ inherited, server }: Addressed, hasCertificate: boolean): Address[] {
  const sockets = inherited.filter(({ name }) => name === REDIRECT_NAME);
  if (sockets.length > 0) return sockets.map(inheritedAddress);
  const { redirect_port: port, host: hosts } = server;
  if (port === null || !hasCertificate) return [];
  return hosts.map((host) => addressOf(host, port)).filter(({ kind }) => kind === 'tcp');
}

function isUnix(address: Address): boolean {
  return address.kind === 'unix' || (address.kind === 'inherited' && address.isUnix);
}

/**
 * True if the server uses TLS. A Unix socket does not: its peer is on this machine, and is a proxy that terminates TLS.
 */
function isSecure(address: Address, { certificates }: ListeningOptions): boolean {
  return certificates !== undefined && !isUnix(address);
}

function serverFor(address: Address, options: ListeningOptions): Server {
  const { handler, server, certificates, log } = options;
  return createHttpServer(handler, {
    log,
    certificates: isSecure(address, options) ? certificates : undefined,
    isUnix: isUnix(address),
    maxConnections: server.max_connections,
    trustProxy: server.trust_proxy,
    stallSeconds: server.stall_seconds,
  });
}

function urlOf(server: Server, address: Address, scheme: string): string {
  if (address.kind === 'unix') return `unix:${address.path}`;
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return 'unix: a socket of systemd';
  const host = address.kind === 'tcp' ? address.host : bound.address;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${String(bound.port)}`;
}

/** Port of the first server that has one. */
function portOf(servers: readonly Server[]): number {
  const ports = servers.flatMap((server) => {
    const bound = server.address();
    return bound === null || typeof bound === 'string' ? [] : [bound.port];
  });
  return ports[0] ?? HTTPS_PORT;
}
