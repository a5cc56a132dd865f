import { trial } from '../../../support/trial.ts';
import { testSearchPrivacy } from './search-privacy.ts';

trial('what a search tells', { small: 20, full: 60 }, ({ seed, bySize }) =>
  testSearchPrivacy(seed, bySize(15, 1000)),
);
