import assert from 'node:assert/strict';
import { escapeText } from '../../../src/http/content/escape.ts';

describe('text in XML and HTML', () => {
  it('has its marks escaped, in quotes too', () => {
    assert.equal(escapeText(`a & b <c> "d" 'e'\r\n\t`), `a &amp; b &lt;c&gt; &quot;d&quot; 'e'&#13;\n\t`);
  });

  it('shows where a character stood that XML does not allow', () => {
    assert.equal(escapeText('a\u0000b\u000bc\uffff'), 'a\ufffdb\ufffdc\ufffd');
  });
});
