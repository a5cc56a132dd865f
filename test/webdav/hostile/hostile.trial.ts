import { trial } from '../../support/trial.ts';
import { testHostileDav } from './hostile-requests.ts';

trial('hostile requests over WebDAV', { small: 20, full: 60 }, ({ seed, bySize }) =>
  testHostileDav(seed, bySize(3000, 200_000)),
);
