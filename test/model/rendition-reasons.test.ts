import { strict as assert } from 'node:assert';
import { reasonData } from '../../src/model/entries/rendition-reasons.ts';
import { message } from '../../src/model/errors/messages.ts';

describe('a reason that is stored as a text', () => {
  it('has the code and the facts of its message', () => {
    for (const reason of [
      message('file_damaged'),
      message('file_too_large', { mebibytes: 100 }),
      message('reading_took_memory', { mebibytes: 300 }),
      message('reading_took_time', { seconds: 2 }),
    ])
      assert.deepEqual(reasonData(reason.text), { code: reason.code, facts: reason.facts });
  });

  it('has none if no message has its text', () => {
    assert.equal(reasonData('The file is damaged. Or not.'), null);
    assert.equal(reasonData('The file is larger than many MiB.'), null);
  });
});
