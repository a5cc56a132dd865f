/** `npm run web:schema` writes `web/schema.d.ts`: the types of `/api`, generated from its OpenAPI description. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { startService } from '../../test/support/service.ts';

const FILE = 'web/schema.d.ts';

/** @returns the expected content of the file @param url base URL of a running service */
export async function schemaOf(url: string): Promise<string> {
  const response = await fetch(`${url}/api/openapi.json`);
  const types = astToString(await openapiTS(await response.text()));
  const input = `// Made by \`npm run web:schema\`.\n\n${types}`;
  const { status, stdout, stderr } = spawnSync(
    'node_modules/.bin/biome',
    ['format', `--stdin-file-path=${FILE}`],
    { input, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`biome cannot format the schema: ${stderr}`);
  return stdout;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const service = await startService();
  try {
    await writeFile(FILE, await schemaOf(service.url));
  } finally {
    await service.stop();
  }
}
