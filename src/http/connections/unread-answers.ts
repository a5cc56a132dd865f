import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Cuts off answers of which the client takes nothing for some time, although there is more to send: it would hold
 * what is in memory, or a file. How long an answer takes altogether does not matter, and one that is still being worked
 * out may be silent.
 *
 * This is node's own time limit for connections: it looks whether the system has taken a part of what is waiting, and
 * costs nothing per request. The system takes more only when a third of its own buffer is free again, so a limit below
 * some minutes would cut off slow clients, too.
 * @param limitMs 0: answers may stall for ever
 * @param onStall is told of each answer that is cut off
 */
export function cutOffUnread(server: Server, limitMs: number, onStall: () => void): void {
  if (limitMs === 0) return;
  // Other limits have whole seconds: that of an idle connection, and that of one that is being closed.
  const ofAnswers = limitMs + 1;
  server.setTimeout(ofAnswers, (socket: Socket) => {
    const isUnread = socket.writableLength > 0;
    // Whoever waits here for a header, a body or an answer has limits of their own.
    if (socket.timeout === ofAnswers && !isUnread) return;
    if (isUnread) onStall();
    socket.destroy();
  });
}
