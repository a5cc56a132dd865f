import { trial } from '../../support/trial.ts';
import { testLockStress } from './lock-stress.ts';

trial('locks under stress', { small: 20, full: 60 }, ({ seed, bySize }) =>
  testLockStress(seed, bySize(400, 10_000)),
);
