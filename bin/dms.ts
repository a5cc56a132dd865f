#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// A second start reads the program as it was compiled at the first. Beside the packages, not in /tmp, where others could
// put their own code in its place.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/dms', import.meta.url)));
const { run } = await import('../src/cli/main.ts');
// What young objects got while all that was read is enough: not less, or a listing outlives the place for them and takes
// more memory and twice the time; not more, as a NAS has other uses for it.
setFlagsFromString('--semi-space-growth-factor=1');
process.exitCode = await run(process.argv.slice(2));
