// Would catch a change at an uncommon place of which a user who sees it is not told, or of which others are told.
import { trial } from '../../support/trial.ts';
import { testEvents } from './all-operations.ts';

trial('the events of every change, at each place', { small: 5, full: 5 }, () =>
  testEvents(Number.POSITIVE_INFINITY),
);
