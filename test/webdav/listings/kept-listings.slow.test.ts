// Would catch a cached listing that shows an earlier state.
import { testKeptListings } from './kept-listings.ts';

describe('listings that are kept', () => testKeptListings(20261122, 4));
