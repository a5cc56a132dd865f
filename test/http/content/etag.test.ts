import assert from 'node:assert/strict';
import {
  etagOf,
  evaluateConditions,
  matchesStrongly,
  matchesWeakly,
  parseEtags,
  parseHttpDate,
  preconditionFails,
} from '../../../src/http/content/etag.ts';

const lastModified = Date.UTC(2026, 0, 31, 12, 0, 0, 500);
const current = { etag: '"abc-1"', lastModified };
const before = 'Sat, 31 Jan 2026 11:59:59 GMT';
const same = 'Sat, 31 Jan 2026 12:00:00 GMT';

describe('entity tags', () => {
  it('are strong, quoted and made of the first 32 digits of the hash and the version', () => {
    assert.equal(etagOf({ sha256: 'a'.repeat(64), version: 7 }), `"${'a'.repeat(32)}-7"`);
  });

  it('are read from lists with spaces, empty members, weak tags and commas within', () => {
    assert.deepEqual(parseEtags('"a", W/"b",, "c,d" ,'), ['"a"', 'W/"b"', '"c,d"']);
    assert.deepEqual(parseEtags(''), []);
    assert.equal(parseEtags(' * '), '*');
  });

  it('are not read from what is no list of them', () => {
    for (const header of ['abc', '"a" "b"', '"a', 'w/"a"', '"a", *']) {
      assert.equal(parseEtags(header), undefined, header);
    }
  });

  it('compare strongly and weakly', () => {
    assert.equal(matchesStrongly('"a"', '"a"'), true);
    assert.equal(matchesStrongly('W/"a"', 'W/"a"'), false);
    assert.equal(matchesWeakly('W/"a"', '"a"'), true);
    assert.equal(matchesWeakly('"a"', 'W/"a"'), true);
    // "W/" within a tag belongs to the tag.
    assert.equal(matchesWeakly('"aW/b"', '"ab"'), false);
    assert.equal(matchesWeakly('"ab"', '"aW/b"'), false);
    assert.equal(matchesWeakly('"a"', '"b"'), false);
  });
});

describe('HTTP dates', () => {
  it('are read in all three forms', () => {
    const time = Date.UTC(1994, 10, 6, 8, 49, 37);
    assert.equal(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT'), time);
    assert.equal(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT'), time);
    assert.equal(parseHttpDate('Sun Nov  6 08:49:37 1994'), time);
  });

  it('are in UTC, also where the machine is elsewhere', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'America/New_York';
    try {
      assert.equal(parseHttpDate('Sun Nov  6 08:49:37 1994'), Date.UTC(1994, 10, 6, 8, 49, 37));
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('are not read from other text', () => {
    for (const text of ['', '0', '1994', '2026-01-31', 'Sun, 06 Nov 1994 08:49:37 CET', 'yesterday']) {
      assert.equal(parseHttpDate(text), undefined, text);
    }
  });
});

describe('conditions of a request', () => {
  const reading = (headers: Record<string, string>) => evaluateConditions(headers, current, true);

  it('If-Match fails unless a strong tag is the current one', () => {
    assert.equal(reading({ 'if-match': '"abc-1"' }), 'proceed');
    assert.equal(reading({ 'if-match': '*' }), 'proceed');
    assert.equal(reading({ 'if-match': '"x", "abc-1"' }), 'proceed');
    assert.equal(reading({ 'if-match': 'W/"abc-1"' }), 'failed');
    assert.equal(reading({ 'if-match': '"x"' }), 'failed');
    assert.equal(reading({ 'if-match': 'nonsense' }), 'failed');
  });

  it('If-Unmodified-Since counts only without If-Match', () => {
    assert.equal(reading({ 'if-unmodified-since': before }), 'failed');
    assert.equal(reading({ 'if-unmodified-since': same }), 'proceed');
    assert.equal(reading({ 'if-unmodified-since': before, 'if-match': '"abc-1"' }), 'proceed');
    assert.equal(reading({ 'if-unmodified-since': 'nonsense' }), 'proceed');
  });

  it('If-None-Match is 304 for reading and a failure for writing', () => {
    assert.equal(reading({ 'if-none-match': 'W/"abc-1"' }), 'not_modified');
    assert.equal(reading({ 'if-none-match': '*' }), 'not_modified');
    assert.equal(reading({ 'if-none-match': '"x"' }), 'proceed');
    assert.equal(evaluateConditions({ 'if-none-match': '"abc-1"' }, current, false), 'failed');
  });

  it('If-Modified-Since counts only without If-None-Match, in whole seconds', () => {
    assert.equal(reading({ 'if-modified-since': same }), 'not_modified');
    assert.equal(reading({ 'if-modified-since': before }), 'proceed');
    assert.equal(reading({ 'if-modified-since': same, 'if-none-match': '"x"' }), 'proceed');
  });

  it('If-Modified-Since is for reading, and for what is there', () => {
    assert.equal(evaluateConditions({ 'if-modified-since': same }, current, false), 'proceed');
    assert.equal(evaluateConditions({ 'if-modified-since': same }, undefined, true), 'proceed');
  });

  it('a failed If-Match comes before a matching If-None-Match', () => {
    assert.equal(reading({ 'if-match': '"x"', 'if-none-match': '"abc-1"' }), 'failed');
  });

  it('of a write to what does not exist: * means existence', () => {
    assert.equal(preconditionFails({ 'if-match': '*' }, undefined), true);
    assert.equal(preconditionFails({ 'if-match': '"abc-1"' }, undefined), true);
    assert.equal(preconditionFails({ 'if-none-match': '*' }, undefined), false);
    assert.equal(preconditionFails({ 'if-none-match': '*' }, current), true);
    assert.equal(preconditionFails({ 'if-unmodified-since': same }, undefined), true);
    assert.equal(preconditionFails({}, undefined), false);
  });
});
