import assert from 'node:assert/strict';
import { StructureCache } from '../../../src/storage/database/structure-cache.ts';

describe('a cache of what was read from the structure', () => {
  let database: { structure: number };
  let cache: StructureCache<string, string>;

  beforeEach(() => {
    database = { structure: 1 };
    cache = new StructureCache(database, 10);
  });

  it('keeps values by their key until the structure changes', () => {
    cache.set('a', 'one');
    cache.set('b', 'two');
    assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], ['one', 'two', undefined]);
    database.structure += 1;
    assert.equal(cache.get('a'), undefined);
    cache.set('a', 'three');
    assert.deepEqual([cache.get('a'), cache.get('b')], ['three', undefined]);
  });

  it('drops what is outdated before it keeps what is new, also when it was not asked in between', () => {
    cache.set('a', 'one');
    database.structure += 1;
    cache.set('b', 'two');
    assert.deepEqual([cache.get('a'), cache.get('b')], [undefined, 'two']);
  });

  it('holds as much as its limit, and begins anew beyond it', () => {
    for (let number = 0; number < 10; number += 1) cache.set(`${number}`, 'x');
    assert.equal(cache.get('0'), 'x');
    cache.set('one more', 'x');
    assert.deepEqual([cache.get('0'), cache.get('one more')], [undefined, 'x']);
    cache.set('the rest', 'x', 9);
    assert.deepEqual([cache.get('one more'), cache.get('the rest')], ['x', 'x']);
    cache.set('too much', 'x', 1);
    assert.deepEqual([cache.get('the rest'), cache.get('too much')], [undefined, 'x']);
  });

  it('keeps what weighs as much as the limit, and nothing that weighs more, which drops nothing', () => {
    cache.set('all', 'x', 10);
    cache.set('more', 'x', 11);
    assert.deepEqual([cache.get('all'), cache.get('more')], ['x', undefined]);
  });

  it('has room again after the structure has changed', () => {
    cache.set('all', 'x', 10);
    database.structure += 1;
    for (let number = 0; number < 10; number += 1) cache.set(`${number}`, 'x');
    assert.equal(cache.get('0'), 'x');
  });
});
