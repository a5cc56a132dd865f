import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { escapeText } from '../../../src/http/content/escape.ts';
import { markdownHtml } from '../../../src/rest/openapi/html.ts';
import { type Service, startService } from '../../support/service.ts';
import { guest } from '../client.ts';
import { Interface } from './interface.ts';

describe('GET /docs', () => {
  let service: Service;
  let described: Interface;
  let page: string;
  let policy: string;

  before(async () => {
    service = await startService();
    described = await Interface.read(service.url);
    const response = await guest(service)
      .get('/docs')
      .expect(200)
      .expect('Content-Type', /^text\/html; charset=utf-8$/);
    page = response.text;
    policy = response.get('Content-Security-Policy') ?? '';
  });
  after(() => service.stop());

  it('shows every operation, every field of a body and every record', () => {
    for (const { method, path, operation } of described.operations) {
      assert.ok(
        page.includes(`<b>${method}</b> <code>${path}</code> — ${operation.summary}`),
        `${method} ${path}`,
      );
    }
    for (const [name, schema] of Object.entries(described.description.components.schemas)) {
      assert.ok(page.includes(`id="schema-${name}"`), name);
      for (const field of Object.keys(schema.properties ?? {}))
        assert.ok(page.includes(`<code>${field}</code>`), field);
    }
    for (const field of ['current_password', 'comment', 'per_page', 'notify'])
      assert.ok(page.includes(`<code>${field}</code>`), field);
  });

  it('loads nothing and runs nothing', () => {
    assert.ok(!/<script|<link|<img|<iframe|@import|url\(|\son\w+=|\ssrc=|\sstyle=/i.test(page));
    const addresses = [...page.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);
    assert.ok(addresses.every((address) => address.startsWith('#') || address === 'openapi.json'));
  });

  it('has links that lead somewhere', () => {
    for (const [, target = ''] of page.matchAll(/href="#([^"]*)"/g))
      assert.ok(page.includes(`id="${target}"`), target);
  });

  it('has a policy that lets in its own style only', () => {
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    assert.deepEqual(policy.split('; '), [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it('shows text as text', () => {
    assert.equal(escapeText('<a href="x">&'), '&lt;a href=&quot;x&quot;&gt;&amp;');
    assert.equal(markdownHtml('`<mark>` is HTML'), '<code>&lt;mark&gt;</code> is HTML');
  });
});
