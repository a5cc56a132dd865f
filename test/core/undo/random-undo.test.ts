// Would catch an order of changes after which an undo does not bring back what was there.
import { testUndo } from './random-undo.ts';

describe('undos of random changes', () => {
  it('bring back what was there, and can be undone', () => testUndo(8, 24, 1));
});
