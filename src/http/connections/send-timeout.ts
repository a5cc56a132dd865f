import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Aborts responses of which the client reads nothing for the time limit although there is more to send; they would keep
 * memory or a file in use. The total duration of a response is not limited, and a response that is still being produced
 * may be silent.
 *
 * This uses Node's socket timeout, which checks whether the operating system has accepted more of the pending data, and
 * costs nothing per request. The system accepts more only when a third of its own buffer is free again, so a limit
 * below a few minutes would also abort slow clients.
 * @param limitMs 0: no limit
 * @param onStall called for each aborted response
 */
export function setSendTimeout(server: Server, limitMs: number, onStall: () => void): void {
  if (limitMs === 0) return;
  // The timeouts of idle and of closing connections are whole seconds, so the extra millisecond makes this one
  // recognisable.
  const timeoutMs = limitMs + 1;
  server.setTimeout(timeoutMs, (socket: Socket) => {
    const isUnread = socket.writableLength > 0;
    // Connections that wait here for a header, a body or a response have limits of their own.
    if (socket.timeout === timeoutMs && !isUnread) return;
    if (isUnread) onStall();
    socket.destroy();
  });
}
