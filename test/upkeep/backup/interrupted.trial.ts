import { trial } from '../../support/trial.ts';
import { testInterruptions } from './interrupted.ts';

trial('commands that are interrupted', { small: 8, full: 60 }, ({ seed, bySize }) =>
  testInterruptions(seed, bySize(12, 120)),
);
