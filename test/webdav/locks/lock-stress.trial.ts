import { trial } from '../../support/trial.ts';
import { testLockStress } from './lock-stress.ts';

trial('locks under stress', { small: 8, full: 60 }, ({ seed, bySize }) =>
  testLockStress(seed, bySize(600, 10_000)),
);
