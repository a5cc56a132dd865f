/** Writes `web/api/schema.d.ts`: the types of `/api`, of its own description. */
import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { startService } from '../test/support/service.ts';

const service = await startService();
try {
  const response = await fetch(`${service.url}/api/openapi.json`);
  const text = astToString(await openapiTS(await response.text()));
  await writeFile('web/api/schema.d.ts', `// Made by \`npm run web:schema\`.\n\n${text}`);
} finally {
  await service.stop();
}
