#!/usr/bin/env -S MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 node --min-semi-space-size=2 --max-semi-space-size=2
// What the variables in the first line are for stands in src/program/allocator.ts.
// The flags keep V8's young generation at 4 MiB (two semi-spaces of 2 MiB). With less, the
// objects of a listing of 1,000 entries are promoted to the old generation, and the listing takes twice the
// time. With more, garbage stays in memory for long, on machines that need the memory for other programs.
// Without the minimum, V8 shrinks it while requests are small, and then collects garbage twice as often.
// Tests and the benchmark read the flags from this line; a test compares it with the scripts in package.json.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Before the cache is created: nothing of it is for other users of the machine.
process.umask(0o077);

// Later starts reuse the code that the first start compiled. The cache is in node_modules and not in /tmp,
// where other users of the machine could plant code. This file is JavaScript, as nothing before this line comes from the
// cache: for TypeScript node would load its compiler, which takes 30 MB.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/dms', import.meta.url)));
await import('./start.ts');
