import { trial } from '../../support/trial.ts';
import { playRandomShares } from './random-shares.ts';

trial('shares with users and groups', { small: 20, full: 60 }, ({ seed, bySize }) => {
  it('give exactly the rights, names and lists of a simple model, whatever happens', () =>
    playRandomShares(seed, bySize(30, 1500)));
});
