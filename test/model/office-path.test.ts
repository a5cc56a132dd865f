import assert from 'node:assert/strict';
import { officePathText, parseOfficePath } from '../../src/model/text/office-path.ts';

describe('paths on the command line', () => {
  it('are in a system folder, in the home of a user, or everything', () => {
    assert.deepEqual(parseOfficePath('/Office/a: b.txt'), {
      login: undefined,
      names: ['Office', 'a: b.txt'],
    });
    assert.deepEqual(parseOfficePath('anna:/plan.txt'), { login: 'anna', names: ['plan.txt'] });
    assert.deepEqual(parseOfficePath('anna:/'), { login: 'anna', names: [] });
    assert.deepEqual(parseOfficePath('/'), { login: undefined, names: [] });
  });

  it('mean the same with slashes at the end', () => {
    assert.deepEqual(parseOfficePath('/Office//x/'), parseOfficePath('/Office/x'));
  });

  it('begin with a slash, or with a login name and a slash', () => {
    for (const text of ['', 'Office', './Office', 'anna:', 'anna:plan.txt', ':/x', 'a/b:/c'])
      assert.equal(parseOfficePath(text), undefined, text);
  });

  it('are written as they are read', () => {
    for (const text of ['/Office/a: b.txt', 'anna:/plan.txt', 'anna:/', '/']) {
      const path = parseOfficePath(text);
      assert.equal(path && officePathText(path), text);
    }
  });
});
