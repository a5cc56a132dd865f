// Would catch an import or export that changes, loses or repeats a file, a name or a time, also after a kill.
import { testRoundTrip } from './round-trip.ts';

describe('dms import and dms export', () => testRoundTrip({ files: 60, largeBytes: 2 ** 20, kills: 1 }));
