import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Finished, run } from '../support/process.ts';

const BUILD = fileURLToPath(new URL('../../scripts/build/main.ts', import.meta.url));

/**
 * Runs `npm run build` in another directory, and writes to its `dist`.
 * @returns its output, and the path of the binary for this machine
 * @throws {Error} if the build fails
 */
export async function build(
  directory: string,
): Promise<{ readonly binary: string; readonly said: Finished }> {
  const said = await run(process.execPath, [BUILD], { cwd: directory });
  if (said.code !== 0) throw new Error(`the build failed: ${said.stderr}`);
  return { binary: join(directory, 'dist', `dms-${process.platform}-${process.arch}`), said };
}
