#!/usr/bin/env -S MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072 node --min-semi-space-size=2 --max-semi-space-size=2
// `src/program/allocator.ts` documents the variables in the first line.
// The flags keep V8's young generation at 4 MiB (two semi-spaces of 2 MiB). With less, the objects of a listing of
// 1,000 entries are promoted to the old generation, and the listing takes twice as long. With more, garbage occupies
// memory that other programs on the machine need. Without the minimum, V8 shrinks the young generation while requests
// are small, and then collects garbage twice as often.
// Tests and the benchmark read the flags from this line. A test compares them with the scripts in `package.json`.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Set before the compile cache is created, so that other users of the machine cannot read it.
process.umask(0o077);

// Later starts reuse the code compiled by the first start. The cache is in `node_modules`, not in `/tmp`, where other
// users of the machine could plant code. This file is JavaScript because code that runs before this line is not cached:
// for TypeScript, Node.js would load its compiler, which takes 30 MB.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/dms', import.meta.url)));
await import('./start.ts');
