import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { needs } from '../support/needs.ts';
import { run } from '../support/process.ts';
import { startService } from '../support/service.ts';

const path = (name: string): string => fileURLToPath(new URL(`../../packaging/${name}`, import.meta.url));
/** There once a backup was made, and where Prometheus itself says whether a target answers. */
const NOT_ALWAYS = ['dms_backup_last_success_timestamp_seconds', 'up'];

describe('the examples for monitoring', () => {
  it('ask for measures that /metrics has', async () => {
    const service = await startService();
    try {
      const read = async () => (await fetch(`${service.url}/metrics`)).text();
      await read();
      await fetch(`${service.url}/webdav/`);
      const measures = new Set(
        [...(await read()).matchAll(/^(\w+)[ {]/gm)].map(([, name = '']) => name).concat(NOT_ALWAYS),
      );
      for (const file of ['prometheus-alerts.yaml', 'grafana-dashboard.json']) {
        const named = [
          ...readFileSync(path(file), 'utf8').matchAll(/\b((?:dms|process)_\w+|up)\\?\b(?=[ {[)]|\\?")/g),
        ];
        const names = new Set(named.map(([, name = '']) => name));
        assert.ok(names.size >= 8, file);
        assert.deepEqual(
          [...names].filter((name) => !measures.has(name)),
          [],
          file,
        );
      }
    } finally {
      await service.stop();
    }
  });

  it('are rules that Prometheus accepts', async function () {
    needs(this, 'promtool');
    const { code, stdout, stderr } = await run('promtool', [
      'check',
      'rules',
      path('prometheus-alerts.yaml'),
    ]);
    assert.equal(code, 0, stdout + stderr);
  });

  it('are a dashboard whose panels do not lie on each other', () => {
    const { panels } = JSON.parse(readFileSync(path('grafana-dashboard.json'), 'utf8'));
    const cells = new Set<string>();
    const upTo = (count: unknown): number[] => [...Array(Number(count)).keys()];
    for (const { gridPos } of panels)
      for (const right of upTo(gridPos.w))
        for (const down of upTo(gridPos.h)) {
          const [x, y] = [Number(gridPos.x) + right, Number(gridPos.y) + down];
          assert.ok(x < 24 && !cells.has(`${x}/${y}`), `${x}/${y}`);
          cells.add(`${x}/${y}`);
        }
  });
});
