#!/usr/bin/env -S node --max-semi-space-size=2
// The flag in the first line bounds what V8 keeps for young objects to 4 MiB (two halves). With less, listings of a
// thousand members outlive it and take twice the time. With more, what has passed through waits there for long, on
// machines that have other uses for the memory. Everything else that starts the program takes the flag from here.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// A second start reads the program as it was compiled at the first. Beside the packages, not in /tmp, where others could
// put their own code in its place.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/dms', import.meta.url)));
const { run } = await import('../src/cli/main.ts');
process.exitCode = await run(process.argv.slice(2));
