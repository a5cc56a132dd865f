// Would catch a text that makes a search fail, or a snippet that has markup.
import { searchAnyText } from './any-text.ts';

describe('a search for any text at all', () => {
  it('is never an error', () => searchAnyText(1, 300));
});
