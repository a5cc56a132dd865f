import assert from 'node:assert/strict';
import { keepParsed } from '../../../src/webdav/protocol/protocol.ts';

describe('parsed bodies', () => {
  function counting() {
    const parsed: string[] = [];
    const parse = keepParsed((text) => {
      parsed.push(text);
      if (text === 'bad') throw new Error('bad');
      return { text };
    });
    return { parse, parsed };
  }

  it('are parsed once', () => {
    const { parse, parsed } = counting();
    assert.equal(parse('one'), parse('one'));
    assert.deepEqual(parse('two'), { text: 'two' });
    assert.deepEqual(parsed, ['one', 'two']);
  });

  it('are parsed each time if they are long, bad, or 100 others came since', () => {
    const { parse, parsed } = counting();
    const long = 'x'.repeat(4097);
    const bodies = [
      'first',
      ...Array.from({ length: 100 }, (_, index) => String(index)),
      'first',
      long,
      long,
    ];
    for (const body of bodies) parse(body);
    assert.throws(() => parse('bad'));
    assert.throws(() => parse('bad'));
    assert.deepEqual(parsed, [...bodies, 'bad', 'bad']);
  });
});
