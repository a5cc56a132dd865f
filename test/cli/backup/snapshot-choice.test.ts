import assert from 'node:assert/strict';
import { chooseSnapshot } from '../../../src/cli/backup/snapshot-choice.ts';
import { CommandError, EXIT } from '../../../src/cli/terminal/output.ts';

const SNAPSHOTS = [
  { name: 'earliest', time: Date.UTC(2025, 5, 2, 14, 30, 20) },
  { name: 'middle', time: Date.UTC(2025, 5, 2, 23, 59, 59, 999) },
  { name: 'newest', time: Date.UTC(2026, 5, 2) },
];

describe('the snapshot of dms restore --snapshot', () => {
  for (const [wanted, name] of [
    [undefined, 'newest'],
    ['middle', 'middle'],
    ['2025-06-02T14:30', 'earliest'],
    ['2025-06-02T14:30:20', 'earliest'],
    ['2025-06-02T16:30+02:00', 'earliest'],
    ['2025-06-02', 'middle'],
    ['2999-12-31', 'newest'],
  ] as const)
    it(`is ${name} for ${wanted ?? 'no value'}`, () => {
      assert.equal(chooseSnapshot(SNAPSHOTS, wanted).name, name);
    });

  for (const [wanted, message, exitCode] of [
    ['2024-01-01', /^there is no backup up to 2024-01-01: see --list$/, EXIT.failed],
    ['yesterday', /^--snapshot "yesterday" is neither a time .* nor the name/, EXIT.usage],
    ['2026-02-31T25:00', /is neither a time/, EXIT.usage],
  ] as const)
    it(`is refused for ${wanted}`, () => {
      const choose = () => chooseSnapshot(SNAPSHOTS, wanted);
      assert.throws(choose, { name: CommandError.name, message, exitCode });
    });
});
