import { trial } from '../../support/trial.ts';
import { testKeptListings } from './kept-listings.ts';

trial('listings that are kept', { small: 20, full: 60 }, ({ seed, bySize }) =>
  testKeptListings(seed, bySize(20, 1000)),
);
