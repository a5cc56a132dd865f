import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { TEXTS } from '../../../src/model/errors/messages.ts';
import { messageTexts } from '../../../web/text/de/messages.ts';

function factsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort();
}

describe('web/text/de/messages', () => {
  const german = new Map(Object.entries(messageTexts));

  it('has a text for each code of the service, and for no other', () => {
    assert.deepEqual([...german.keys()].sort(), Object.keys(TEXTS).sort());
  });

  for (const [code, english] of Object.entries(TEXTS))
    it(`says the facts of ${code}`, () => {
      assert.deepEqual(factsOf(german.get(code) ?? ''), factsOf(english));
    });
});
