import { fileURLToPath } from 'node:url';

/** Path of the program itself, for processes that the service starts. */
export const PROGRAM = fileURLToPath(new URL('../../bin/dms.ts', import.meta.url));
