import { trial } from '../../support/trial.ts';
import { answersAsTheModel } from './sequences.ts';

trial('whatever two users do over both faces', { small: 20, full: 240 }, ({ seed, bySize }) => {
  it('answers and leaves a tree as the model says', () => answersAsTheModel(seed, bySize(28, 2000)));
});
