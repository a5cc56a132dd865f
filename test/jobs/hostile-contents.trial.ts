import { trial } from '../support/trial.ts';
import { testHostileContents } from './hostile-contents.ts';

trial('hostile contents', { small: 10, full: 60 }, ({ seed, bySize }) => {
  const share = bySize(12, 1);
  testHostileContents((index) => index % share === seed % share);
});
