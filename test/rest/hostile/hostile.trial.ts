import { trial } from '../../support/trial.ts';
import { testHostileRest } from './hostile-requests.ts';

trial('hostile requests over REST', { small: 20, full: 60 }, ({ seed, bySize }) =>
  testHostileRest(seed, bySize(3000, 200_000)),
);
