import { once } from 'node:events';
import { chmodSync, lstatSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { socketPathOf } from '../config/addresses.ts';
import type { InheritedSocket } from '../config/systemd.ts';
import { codeOf } from '../model/errors/error-code.ts';

/** For the owner and the group; the reverse proxy is a member of the group. */
const SOCKET_MODE = 0o660;

/** Address on which a server listens. */
export type Address =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string }
  | { readonly kind: 'inherited'; readonly fd: number; readonly isUnix: boolean };

/** @param host an address, a name, or `unix:` and a path */
export function addressOf(host: string, port: number): Address {
  const path = socketPathOf(host);
  return path === undefined ? { kind: 'tcp', host, port } : { kind: 'unix', path };
}

/** Address of a socket opened by systemd. */
export function inheritedAddress({ fd }: InheritedSocket): Address {
  return { kind: 'inherited', fd, isUnix: isUnixSocket(fd) };
}

/** Determines the socket type. Node.js does not expose it before it listens on the socket. */
function isUnixSocket(fd: number): boolean {
  try {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${String(fd)}`)) ?? [];
    return (
      inode !== undefined && new RegExp(` ${inode}(?: |$)`, 'm').test(readFileSync('/proc/net/unix', 'utf8'))
    );
  } catch {
    return false;
  }
}

/** A server cannot listen. The message contains the address and the reason. */
export class CannotListen extends Error {}

/**
 * Starts listening. A Unix socket gets the mode 0660; a stale socket of another process is replaced.
 * @throws {CannotListen}
 */
export async function listen(server: Server, address: Address): Promise<void> {
  try {
    await attempt(server, address);
  } catch (error) {
    if (address.kind !== 'unix' || codeOf(error) !== 'EADDRINUSE') throw cannotListen(address, error);
    await removeStale(address.path);
    await attempt(server, address).catch((again: unknown) => {
      throw cannotListen(address, again);
    });
  }
}

async function attempt(server: Server, address: Address): Promise<void> {
  if (address.kind === 'tcp') server.listen(address.port, address.host);
  else if (address.kind === 'inherited') server.listen({ fd: address.fd });
  else {
    server.listen(address.path);
    // The socket exists already, and no client can connect before this turn of the event loop ends.
    if (server.listening) chmodSync(address.path, SOCKET_MODE);
  }
  await once(server, 'listening');
}

/**
 * Removes a socket on which no process listens.
 * @throws {CannotListen} the file is not a socket, or a process listens on it
 */
async function removeStale(path: string): Promise<void> {
  if (!lstatSync(path).isSocket())
    throw new CannotListen(`cannot listen on unix:${path}: the path is a file that is not a socket`);
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (codeOf(error) === 'ECONNREFUSED') {
      rmSync(path);
      return;
    }
    throw cannotListen({ kind: 'unix', path }, error);
  } finally {
    socket.destroy();
  }
  throw new CannotListen(`cannot listen on unix:${path} (EADDRINUSE): another program listens there`);
}

function cannotListen(address: Address, error: unknown): CannotListen {
  const reason = codeOf(error) ?? String(error);
  const isTaken = address.kind === 'tcp' && reason === 'EADDRINUSE';
  const hint = isTaken ? ': another program uses this port; choose another one with --port' : '';
  return new CannotListen(`cannot listen on ${nameOf(address)} (${reason})${hint}`, { cause: error });
}

function nameOf(address: Address): string {
  if (address.kind === 'tcp') return `${address.host}:${String(address.port)}`;
  return address.kind === 'unix' ? `unix:${address.path}` : `file descriptor ${String(address.fd)}`;
}
