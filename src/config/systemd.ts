import type { Environment } from './environment.ts';

/** A socket that systemd has opened for this process. */
export interface InheritedSocket {
  /** The file descriptor. */
  readonly fd: number;
  /** `FileDescriptorName=` of the socket unit; empty if there is none. */
  readonly name: string;
}

/** The systemd variables in the environment of a service. */
export interface SystemdEnvironment {
  readonly sockets: readonly InheritedSocket[];
  /** Path of the Unix socket for state notifications, or `@` and an abstract name. */
  readonly notifySocket: string | undefined;
  /** Watchdog timeout in milliseconds: systemd ends a service that sends no notification for this long. */
  readonly watchdogMs: number | undefined;
}

const FIRST_FD = 3;
/** Upper bound of file descriptors, more than a unit has. */
const MAX_FDS = 1000;

/**
 * Reads the variables of sd_listen_fds(3), sd_notify(3) and sd_watchdog_enabled(3). Ignores values for another process.
 */
export function readSystemdEnvironment(
  pid: number = process.pid,
  environment: Environment = process.env,
): SystemdEnvironment {
  const { LISTEN_PID, LISTEN_FDS, LISTEN_FDNAMES, NOTIFY_SOCKET, WATCHDOG_PID, WATCHDOG_USEC } = environment;
  const count = LISTEN_PID === String(pid) ? positive(LISTEN_FDS) : 0;
  const names = (LISTEN_FDNAMES ?? '').split(':');
  const isWatched = WATCHDOG_PID === undefined || WATCHDOG_PID === '' || WATCHDOG_PID === String(pid);
  const watchdogMs = isWatched ? positive(WATCHDOG_USEC) / 1000 : 0;
  return {
    sockets: Array.from({ length: Math.min(count, MAX_FDS) }, (_, index) => ({
      fd: FIRST_FD + index,
      name: names[index] ?? '',
    })),
    notifySocket: NOTIFY_SOCKET === '' ? undefined : NOTIFY_SOCKET,
    watchdogMs: watchdogMs > 0 ? watchdogMs : undefined,
  };
}

function positive(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
