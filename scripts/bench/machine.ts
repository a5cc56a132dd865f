import { arch, cpus, release, totalmem, type } from 'node:os';

/** The machine on which the benchmark runs. */
export interface Machine {
  readonly system: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryMib: number;
}

/** @returns a description of this machine */
export function describeMachine(): Machine {
  const all = cpus();
  return {
    system: `${type()} ${release()} ${arch()}`,
    processor: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryMib: Math.round(totalmem() / 2 ** 20),
  };
}
