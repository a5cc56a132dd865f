/**
 * What the allocator of glibc is told, by the environment in which a process starts; it looks there once, and then never again.
 *
 * Otherwise it keeps what has become free: each thread has heaps of its own, and after the first large upload even large
 * pieces come from these, between small ones that stay. The service took 60 MiB more so after two minutes of mixed work.
 * With these values there is one heap, pieces from 128 KiB on are given back when they are free, and so is what is free at
 * the end of the heap. Other systems do not know the names.
 *
 * They stand wherever dms is started: here for its own processes, in the first line of bin/dms.js, in package.json, in the
 * units of systemd and in packaging/Dockerfile. A test compares them.
 */
export const ALLOCATOR: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** The same as words of a shell: `NAME=value`, with spaces between them. */
export function allocatorWords(): string {
  return Object.entries(ALLOCATOR)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
