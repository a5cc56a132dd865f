import { trial } from '../../support/trial.ts';
import { testAbortedUploads } from './aborted-uploads.ts';

trial('uploads that break off', { small: 20, full: 60 }, ({ seed, bySize }) =>
  testAbortedUploads(seed, bySize(300, 5000)),
);
