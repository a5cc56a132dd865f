#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { holdYoungGeneration, settleYoungGeneration } from '../src/cli/young-generation.ts';

holdYoungGeneration();
// A second start reads the program as it was compiled at the first. Beside the packages, not in /tmp, where others could
// put their own code in its place.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/dms', import.meta.url)));
const { run } = await import('../src/cli/main.ts');
settleYoungGeneration();
process.exitCode = await run(process.argv.slice(2));
