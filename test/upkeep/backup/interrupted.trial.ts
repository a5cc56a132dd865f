import { trial } from '../../support/trial.ts';
import { testInterruptions } from './interrupted.ts';

trial('commands that are interrupted', { small: 20, full: 60 }, ({ seed, bySize }) =>
  testInterruptions(seed, 60, bySize(8, 120)),
);
