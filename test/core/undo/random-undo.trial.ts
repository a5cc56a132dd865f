// Would catch a rare order of changes after which an undo does not bring back what was there.
import { trial } from '../../support/trial.ts';
import { testUndo } from './random-undo.ts';

trial('undos of random changes', { small: 4, full: 60 }, ({ seed, bySize }) => {
  it('bring back what was there, and can be undone', () => testUndo(bySize(60, 3000), 40, seed));
});
