import { trial } from '../support/trial.ts';
import { playRandomChanges } from './random-changes.ts';

trial('whatever users do', { small: 20, full: 60 }, ({ seed, bySize }) => {
  it('keeps what homes hold exact, the tree whole, heads newest and the index in step; what is refused changes nothing', () =>
    playRandomChanges(seed, bySize(60, 3000)));
});
