/**
 * Settings for the allocator of glibc, as environment variables. glibc reads them only when a process starts.
 *
 * By default each thread has its own arenas. After the first large block has been freed, glibc also allocates larger
 * and larger blocks from an arena. Small long-lived blocks between them prevent their release: the service used 60 MiB
 * more after two minutes of mixed work. With these values there is one arena, blocks of 128 KiB or more are released
 * when they are freed, and so is free space at the end of the arena. Other systems ignore the variables.
 *
 * The values are repeated in the first line of `bin/dms.js`, in `package.json`, in the systemd units and in
 * `packaging/Dockerfile`; a test compares them. A manually started binary runs without them unless the user sets them.
 */
export const ALLOCATOR: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** The variables in shell syntax: `NAME=value`, separated by spaces. */
export function allocatorWords(): string {
  return Object.entries(ALLOCATOR)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
