import { trial } from '../support/trial.ts';
import { testHostileContents } from './hostile-contents.ts';

trial('hostile contents', { small: 20, full: 60 }, ({ seed, bySize }) => {
  // Not over the number of the smallest kind, the archives: with some seeds, nothing of it would be chosen.
  const share = bySize(11, 1);
  testHostileContents((index) => index % share === seed % share);
});
