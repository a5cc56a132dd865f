import { strict as assert } from 'node:assert';
import { globSync, readFileSync } from 'node:fs';
import { messagesPage } from '../../scripts/generate/messages.ts';
import { message, TEXTS } from '../../src/model/errors/messages.ts';

describe('the catalogue of messages', () => {
  const texts: readonly string[] = Object.values(TEXTS);

  it('puts the facts of a message into its text', () => {
    assert.deepEqual(message('may_not', { verbs: 'change', name: 'a {verbs}' }), {
      code: 'may_not',
      facts: { verbs: 'change', name: 'a {verbs}' },
      text: 'You may not change "a {verbs}".',
    });
    assert.deepEqual(message('required'), { code: 'required', facts: {}, text: 'is required' });
  });

  it('has no text twice: a client that knows one knows its code', () => {
    assert.deepEqual(texts.toSorted(), [...new Set(texts)].toSorted());
  });

  it('is listed in the documentation; `npm run messages` writes that page', () => {
    assert.equal(
      readFileSync(new URL('../../docs/build/messages.md', import.meta.url), 'utf8'),
      messagesPage(),
    );
  });

  it('has no message that nothing sends', () => {
    const sources = globSync('src/**/*.ts', { exclude: ['src/model/errors/messages/**'] })
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    assert.deepEqual(
      Object.keys(TEXTS).filter((code) => !sources.includes(`'${code}'`)),
      [],
    );
  });
});
