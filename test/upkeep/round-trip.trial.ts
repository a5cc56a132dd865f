import { trial } from '../support/trial.ts';
import { testRoundTrip } from './round-trip.ts';

trial('dms import and dms export of thousands of files', { small: 20, full: 60 }, ({ bySize }) =>
  testRoundTrip({ files: bySize(500, 10_000), largeBytes: bySize(20, 70) * 2 ** 20, kills: bySize(2, 8) }),
);
