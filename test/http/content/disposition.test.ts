import assert from 'node:assert/strict';
import { contentDisposition } from '../../../src/http/content/disposition.ts';

describe('Content-Disposition', () => {
  it('has the name in UTF-8 and in ASCII', () => {
    assert.equal(
      contentDisposition('attachment', 'Übersicht 100%.pdf'),
      `attachment; filename="_bersicht 100_.pdf"; filename*=UTF-8''%C3%9Cbersicht%20100%25.pdf`,
    );
  });

  it('lets no quote, line break or lone surrogate through', () => {
    const header = contentDisposition('inline', 'a"b\\c\r\nd\ud800.txt');
    assert.match(
      header,
      /^inline; filename=a_b_c__d_\.txt; filename\*=UTF-8''a%22b%5Cc%0D%0Ad%EF%BF%BD\.txt$/,
    );
  });
});
