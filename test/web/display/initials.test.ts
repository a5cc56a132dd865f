// Would catch initials without a letter, or a colour that changes.
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { hueOf, initialsOf } from '../../../web/parts/display/initials.ts';

describe('web/parts/display/initials', () => {
  for (const [name, initials] of [
    ['Anna Berg', 'AB'],
    ['Ada Augusta King', 'AK'],
    ['anna', 'A'],
    ['  örjan   åberg ', 'ÖÅ'],
    ['山田 太郎', '山太'],
    ['"Bob" <b>Tables', 'BB'],
    ['🙂', '?'],
    ['', '?'],
  ] as const)
    it(`gives ${JSON.stringify(name)} the initials ${initials}`, () => {
      assert.equal(initialsOf(name), initials);
    });

  it('gives a name always the same colour, and uses all colours', () => {
    const names = Array.from({ length: 200 }, (_, index) => `Person ${String(index)}`);
    assert.deepEqual(names.map(hueOf), names.map(hueOf));
    assert.deepEqual(new Set(names.map(hueOf)), new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  });
});
