import { cpus } from 'node:os';
import { busySeconds } from './proc.ts';
import type { ServerProcess } from './server-process.ts';

/**
 * Watches what the rest of the machine does while a server is measured, as that is taken from the server: figures of
 * servers that were disturbed to a different degree cannot be compared.
 */
export function watchOthers(server: ServerProcess): () => number | undefined {
  const begin = performance.now();
  const before = foreignSeconds(server);
  return () => {
    const after = foreignSeconds(server);
    if (before === undefined || after === undefined) return undefined;
    const available = ((performance.now() - begin) / 1000) * cpus().length;
    return Math.max(0, (after - before) / available);
  };
}

/** All but what the server and we have used. */
function foreignSeconds(server: ServerProcess): number | undefined {
  const all = busySeconds();
  const servers = server.processorSeconds();
  if (all === undefined || servers === undefined) return undefined;
  const { user, system } = process.cpuUsage();
  return all - servers - (user + system) / 1e6;
}
