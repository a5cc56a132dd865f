import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LOOK_EVERY_MS = 100;

/** Samples the child process that reads contents, and records what it observed. Linux only. */
export class ChildWatch {
  readonly #service: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #seen = new Set<number>();
  readonly #open = new Set<string>();
  #peakBytes = 0;

  /** @param service returns the process id of the service */
  constructor(service: () => number) {
    this.#service = service;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** Highest peak resident memory of any observed process, in bytes. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  /** Number of distinct processes observed so far. */
  get count(): number {
    return this.#seen.size;
  }

  /** Process id of the current child; undefined if none runs. */
  get pid(): number | undefined {
    return childrenOf(this.#service())[0];
  }

  /** Open files that were observed: files by path, connections as `tcp` or `udp`, others by Linux's own name. */
  get open(): ReadonlySet<string> {
    return this.#open;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    for (const pid of childrenOf(this.#service())) {
      this.#seen.add(pid);
      for (const file of openOf(pid)) this.#open.add(file);
      this.#peakBytes = Math.max(this.#peakBytes, peakOf(pid));
    }
  }
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function peakOf(pid: number): number {
  const [, kibibytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(kibibytes) * 1024;
}

function openOf(pid: number): string[] {
  const directory = `/proc/${pid}/fd`;
  const names = orElse(() => readdirSync(directory), []);
  return names.map((name) => kindOf(orElse(() => readlinkSync(`${directory}/${name}`), 'closed')));
}

/**
 * The kernel lists network connections by socket number. The socket to the service is a Unix socket, so it is not among
 * them.
 */
function kindOf(file: string): string {
  const [, socket] = /^socket:\[(\d+)\]$/.exec(file) ?? [];
  if (socket === undefined) return file.replace(/\[\d+\]$/, '');
  const isIn = (list: string): boolean => read(`/proc/net/${list}`).includes(` ${socket} `);
  return ['tcp', 'udp'].find((list) => isIn(list) || isIn(`${list}6`)) ?? 'socket:';
}

/** @returns the empty string if the process has ended */
function read(path: string): string {
  return orElse(() => readFileSync(path, 'utf8'), '');
}

function orElse<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
