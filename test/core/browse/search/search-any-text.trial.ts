import { trial } from '../../../support/trial.ts';
import { searchAnyText } from './any-text.ts';

trial('a search for any text at all', { small: 20, full: 30 }, ({ seed, bySize }) => {
  it('is never an error', () => searchAnyText(seed, bySize(2500, 100_000)));
});
