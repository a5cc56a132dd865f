import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'mocha';
import { parse } from 'yaml';
import { z } from 'zod';

const LIST = 'scripts/mutation/equal.yaml';
const listSchema = z.record(z.string(), z.array(z.object({ from: z.string() })));

it('the list of faults that nobody could notice names lines that are there', () => {
  const list = listSchema.parse(parse(readFileSync(LIST, 'utf8')));
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
