// Would catch a rare order of changes after which a folder at an earlier time is not what it was.
import { trial } from '../../support/trial.ts';
import { testHistory } from './random-history.ts';

trial('folders at earlier times', { small: 20, full: 60 }, ({ seed, bySize }) => {
  it('are what they were, after any changes', () => testHistory(bySize(50, 2000), 60, seed));
});
