import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { Output } from '../../../src/cli/terminal/output.ts';
import { table } from '../../../src/cli/terminal/table.ts';
import { printable } from '../../../src/model/text/printable.ts';

/** All that a terminal obeys, and what reorders the text around it. */
const OBEYED = /[^\n\P{Cc}]|[\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/u;
const BAD = 'a\u001b]0;title\u0007\u009b31m\u0085\u0090\u007f\r\t\u202e\u2067\u061c\u2029\ud800b';

describe('what commands print', () => {
  function printed(isJson: boolean, print: (output: Output) => void): { out: string; err: string } {
    const streams = { out: new PassThrough(), err: new PassThrough() };
    print(new Output({ json: isJson, quiet: false }, streams));
    return { out: String(streams.out.read() ?? ''), err: String(streams.err.read() ?? '') };
  }

  it('shows what a terminal would obey as escapes', () => {
    assert.equal(printable('a\u001b[31m\u009b\u202e\n'), 'a\\u001b[31m\\u009b\\u202e\\u000a');
    const { out, err } = printed(false, (output) => {
      output.result({}, `one\n${BAD}`);
      output.note(`two\n${BAD}`);
    });
    for (const text of [out, err]) assert.doesNotMatch(text, OBEYED);
    assert.match(out, /^one\na\\u001b/);
    assert.match(err, /^two\na\\u001b/);
  });

  it('leaves all other text alone', () => {
    const text = 'Übersicht 日本 👩‍👩‍👧 "quotes" \\ שלום';
    assert.equal(printable(text), text);
  });

  it('stays the same JSON', () => {
    const { out } = printed(true, (output) => output.result({ name: BAD }, ''));
    assert.doesNotMatch(out, OBEYED);
    assert.deepEqual(JSON.parse(out), { name: BAD });
  });

  it('has one line for each row of a table, and its columns aligned', () => {
    const lines = table([
      ['NAME', 'OWNER'],
      ['a\nb\u009b', 'x'],
    ]).split('\n');
    assert.deepEqual(lines, [`${'NAME'.padEnd(14)}  OWNER`, 'a\\u000ab\\u009b  x']);
  });
});
