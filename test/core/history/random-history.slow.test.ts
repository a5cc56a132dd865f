// Would catch a change after which a folder at an earlier time is not what it was.
import { testHistory } from './random-history.ts';

describe('folders at earlier times', () => {
  it('are what they were, after any changes', () => testHistory(5, 30, 1));
});
