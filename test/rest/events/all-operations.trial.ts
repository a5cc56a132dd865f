// Would catch a change at an uncommon place of which a user who sees it is not told, or of which others are told.
import { Random } from '../../../scripts/crash/random.ts';
import { trial } from '../../support/trial.ts';
import { testEvents } from './all-operations.ts';

trial('the events of every change, at each place', { small: 20, full: 20 }, ({ seed, bySize }) => {
  const random = new Random(seed);
  // `npm test` has the first example of each operation.
  testEvents((index) => bySize(index > 0 && random.next() < 0.5, true));
});
