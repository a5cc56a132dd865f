import { trial } from '../../support/trial.ts';
import { testRetention } from './retention-model.ts';

trial('versions under any rules', { small: 20, full: 60 }, ({ seed, bySize }) =>
  testRetention(seed, bySize(40, 2000)),
);
