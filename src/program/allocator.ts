/**
 * What the allocator of glibc is told, by the environment in which a process starts; it looks there once, and then never again.
 *
 * By default each thread gets arenas of its own. After the first large piece has been freed, glibc takes larger and larger
 * pieces from an arena, too. Among small pieces that stay they cannot be given back: the service took 60 MiB more after two
 * minutes of mixed work. With these values there is one arena, pieces from 128 KiB on are given back when they are free, and
 * so is what is free at the end of the arena. Other systems do not know the names.
 *
 * They stand in the first line of bin/dms.js, in package.json, in the units of systemd and in packaging/Dockerfile; a test
 * compares them. Whoever starts the binary by hand goes without them unless they set them.
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
