import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'mocha';
import { list } from '../../scripts/mutation/report.ts';

it('the list of faults that nobody could notice names lines that are there', () => {
  const gone = Object.entries(list).flatMap(([file, faults]) => {
    const lines = new Set(
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.trim()),
    );
    return faults.filter(({ from }) => !lines.has(from)).map(({ from }) => `${file}: ${from}`);
  });
  assert.deepEqual(gone, []);
});
