// Would catch a change after which the usage of homes, the tree, the newest version or the search index is wrong.
import { playRandomChanges } from './random-changes.ts';

describe('whatever users do', () => {
  it('keeps what homes hold exact, the tree whole, heads newest and the index in step; what is refused changes nothing', () =>
    playRandomChanges(4, 5));
});
