import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import { schemaOf } from '../../scripts/generate/web-schema.ts';
import { startService } from '../support/service.ts';

describe('web/schema.d.ts', () => {
  it('is what npm run web:schema makes', async () => {
    const service = await startService();
    try {
      const kept = readFileSync(new URL('../../web/schema.d.ts', import.meta.url), 'utf8');
      const isFresh = kept === (await schemaOf(service.url));
      assert.ok(isFresh, 'the description of /api has changed: run "npm run web:schema"');
    } finally {
      await service.stop();
    }
  });
});
