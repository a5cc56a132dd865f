import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LOOK_EVERY_MS = 100;

/** Looks at the process that reads contents, and keeps what it saw. Linux only. */
export class ChildWatch {
  readonly #service: () => number;
  readonly #timer: NodeJS.Timeout;
  readonly #seen = new Set<number>();
  readonly #open = new Set<string>();
  #peakBytes = 0;

  /** @param service the id of the process that serves */
  constructor(service: () => number) {
    this.#service = service;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** Most memory that one of the processes has had resident, in bytes. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  /** How many processes there were, one after the other. */
  get count(): number {
    return this.#seen.size;
  }

  /** The process that there is now. */
  get pid(): number | undefined {
    return childrenOf(this.#service())[0];
  }

  /** What was seen to be open: files by their paths, connections as `tcp` or `udp`, others as Linux calls them. */
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

/** The kernel lists connections to others by the numbers of their sockets. The socket to the service is not among them. */
function kindOf(file: string): string {
  const [, socket] = /^socket:\[(\d+)\]$/.exec(file) ?? [];
  if (socket === undefined) return file.replace(/\[\d+\]$/, '');
  const isIn = (list: string): boolean => read(`/proc/net/${list}`).includes(` ${socket} `);
  return ['tcp', 'udp'].find((list) => isIn(list) || isIn(`${list}6`)) ?? 'socket:';
}

/** @returns '' if the process has ended */
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
