import { cpus } from 'node:os';
import { busySeconds } from '../proc.ts';
import type { ServerProcess } from './server-process.ts';

/**
 * Measures the processor time of other programs during the measurement of a server. Figures of two servers are not
 * comparable if other programs used much more during one measurement than during the other.
 * @returns a function that ends the measurement and returns the share of all processors, from 0 to 1; undefined without
 *   /proc
 */
export function watchOtherPrograms(server: ServerProcess): () => number | undefined {
  const begin = performance.now();
  const before = otherSeconds(server);
  return () => {
    const after = otherSeconds(server);
    if (before === undefined || after === undefined) return undefined;
    const available = ((performance.now() - begin) / 1000) * cpus().length;
    return Math.max(0, (after - before) / available);
  };
}

/** @returns processor seconds of all programs except the server and this benchmark */
function otherSeconds(server: ServerProcess): number | undefined {
  const all = busySeconds();
  const ofServer = server.processorSeconds();
  if (all === undefined || ofServer === undefined) return undefined;
  const { user, system } = process.cpuUsage();
  return all - ofServer - (user + system) / 1e6;
}
