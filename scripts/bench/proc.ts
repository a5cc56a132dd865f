import { readFileSync } from 'node:fs';

/** Memory of a process and its children, in bytes. */
export interface Memory {
  readonly resident: number;
  readonly peak: number;
}

/** The unit of processor times in /proc: USER_HZ, which is 100 on Linux. */
const TICKS_A_SECOND = 100;

/** @returns the ids of a process and of all its descendants */
export function withDescendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [pid, ...children.map(Number).flatMap(withDescendants)];
}

/** @returns the memory of a process and its descendants; undefined without /proc */
export function memoryOf(pid: number): Memory | undefined {
  return unlessMissing(() => {
    const all = withDescendants(pid).map((member) => readFileSync(`/proc/${member}/status`, 'utf8'));
    const sum = (name: string): number =>
      all.reduce((total, status) => {
        const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
        return total + Number(kibibytes ?? 0) * 1024;
      }, 0);
    return { resident: sum('VmRSS'), peak: sum('VmHWM') };
  });
}

/** @returns the processor time of a process and its descendants, in seconds; undefined without /proc */
export function processorSecondsOf(pid: number): number | undefined {
  return unlessMissing(() =>
    withDescendants(pid).reduce((total, member) => {
      const stat = readFileSync(`/proc/${member}/stat`, 'utf8');
      // Field 2 is the name in parentheses and may contain spaces, so counting starts after it. Fields 14 to
      // 17 are utime, stime, cutime and cstime.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return total + sumOf(fields.slice(11, 15)) / TICKS_A_SECOND;
    }, 0),
  );
}

/** @returns the processor time of all programs on this machine, in seconds; undefined without /proc */
export function busySeconds(): number | undefined {
  return unlessMissing(() => {
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

function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
