import { trial } from '../../support/trial.ts';
import { testHostileRequests } from './hostile-properties.ts';

trial('hostile requests, made of the description', { small: 20, full: 60 }, ({ seed, bySize }) =>
  testHostileRequests(seed, bySize(120, 2000)),
);
