#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// A second start reads the program as it was compiled at the first: sooner there, and without the compiler in memory.
enableCompileCache();
const { run } = await import('../src/cli/main.ts');
process.exitCode = await run(process.argv.slice(2));
