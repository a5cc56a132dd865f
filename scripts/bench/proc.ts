import { readFileSync } from 'node:fs';

/** Memory in bytes. */
export interface Memory {
  readonly resident: number;
  readonly peak: number;
}

/** What Linux counts times in, in /proc. */
const TICKS_A_SECOND = 100;

/** A process and all that it has started. */
function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [pid, ...children.map(Number).flatMap(family)];
}

/** The memory of a process and all that it has started; undefined where there is no /proc. */
export function memoryOf(pid: number): Memory | undefined {
  return ifThere(() => {
    const all = family(pid).map((member) => readFileSync(`/proc/${member}/status`, 'utf8'));
    const sum = (name: string): number =>
      all.reduce((total, status) => {
        const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
        return total + Number(kibibytes ?? 0) * 1024;
      }, 0);
    return { resident: sum('VmRSS'), peak: sum('VmHWM') };
  });
}

/** The processor time that a process and all that it has started have had, in seconds. */
export function processorSecondsOf(pid: number): number | undefined {
  return ifThere(() =>
    family(pid).reduce((total, member) => {
      const stat = readFileSync(`/proc/${member}/stat`, 'utf8');
      // The name, which comes second, may hold spaces; utime, stime, cutime and cstime are fields 14 to 17.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return total + sumOf(fields.slice(11, 15)) / TICKS_A_SECOND;
    }, 0),
  );
}

/** The processor time that everything on this machine has had, in seconds. */
export function busySeconds(): number | undefined {
  return ifThere(() => {
    const [, user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8').split(
      /\s+/,
      9,
    );
    return sumOf([user, nice, system, irq, softirq, steal]) / TICKS_A_SECOND;
  });
}

function sumOf(fields: readonly (string | undefined)[]): number {
  return fields.reduce((total, field) => total + Number(field ?? 0), 0);
}

function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
