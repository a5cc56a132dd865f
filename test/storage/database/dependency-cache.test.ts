import assert from 'node:assert/strict';
import type { Dependency } from '../../../src/storage/database/change-counters.ts';
import { DependencyCache } from '../../../src/storage/database/dependency-cache.ts';
import { collectGarbage } from '../../support/garbage.ts';

describe('a cache of values with dependencies', () => {
  let numbers: Map<Dependency, number>;
  /** The version of all dependencies that have none of their own. */
  let all: number;
  /** Of all changes. */
  let latest: number;
  let cache: DependencyCache<string>;

  const change = (dependency: Dependency, to: number) => {
    numbers.set(dependency, to);
    latest += 1;
  };
  const changeAll = (to: number) => {
    all = to;
    latest += 1;
  };
  const keep = (key: string, dependencies: Dependency[], weight?: number) =>
    cache.keep(key, `value of ${key}`, cache.stamp(dependencies), weight);

  const database = {
    versionOf: (dependencies: readonly Dependency[]) =>
      Math.max(all, ...dependencies.map((id) => numbers.get(id) ?? 0)),
    get latest() {
      return latest;
    },
  };

  beforeEach(() => {
    numbers = new Map();
    all = 0;
    latest = 0;
    cache = new DependencyCache(database, 10);
  });

  it('gives a value back until one of its dependencies changes', () => {
    keep('a', [1, 'user 2']);
    keep('b', [3]);
    assert.deepEqual(
      [cache.get('a'), cache.get('b'), cache.get('c')],
      ['value of a', 'value of b', undefined],
    );
    change('user 2', 1);
    assert.deepEqual([cache.get('a'), cache.get('b')], [undefined, 'value of b']);
    keep('a', [1]);
    assert.equal(cache.get('a'), 'value of a');
  });

  it('gives a value back also after a change of something else, as long as it is true', () => {
    keep('a', [1]);
    change(2, 1);
    assert.deepEqual([cache.get('a'), cache.get('a')], ['value of a', 'value of a']);
    change(1, 1);
    assert.equal(cache.get('a'), undefined);
  });

  it('keeps no value whose dependency changed while it was read', () => {
    const stamp = cache.stamp([1]);
    change(1, 1);
    cache.keep('a', 'outdated', stamp);
    assert.equal(cache.get('a'), undefined);
  });

  it('keeps what was used last, up to its limit, and nothing heavier', () => {
    for (const key of ['a', 'b']) keep(key, [1], 5);
    assert.equal(cache.get('a'), 'value of a');
    keep('c', [1], 5);
    keep('heavy', [1], 11);
    assert.deepEqual(
      ['a', 'b', 'c', 'heavy'].map((key) => cache.get(key)),
      ['value of a', undefined, 'value of c', undefined],
    );
  });

  it('holds nothing any more once everything has changed', async () => {
    const values = new DependencyCache<object>(database, 10);
    const held = new WeakRef({});
    values.keep('a', held.deref() ?? assert.fail(), values.stamp([1]));
    // A value lives at least until the turn of the event loop ends in which it was looked at.
    await new Promise(setImmediate);
    collectGarbage();
    assert.ok(values.get('a'));
    changeAll(1);
    assert.equal(values.get('b'), undefined);
    await new Promise(setImmediate);
    collectGarbage();
    assert.equal(held.deref(), undefined);
  });

  it('also tells what was true before, and what of it has changed, unless everything has', () => {
    change(1, 2);
    keep('a', [1, 2]);
    change(1, 3);
    const last = cache.last('a') ?? assert.fail();
    assert.equal(last.value, 'value of a');
    assert.deepEqual([cache.hasChangedSince(last, 1), cache.hasChangedSince(last, 2)], [true, false]);
    changeAll(4);
    assert.equal(cache.last('a'), undefined);
    assert.equal(cache.hasChangedSince(last, 2), true);
    assert.equal(cache.last('never kept'), undefined);
  });
});
