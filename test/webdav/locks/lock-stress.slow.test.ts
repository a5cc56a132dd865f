// Would catch a lock that lets a write through, refuses one for nothing, or outlives its time, beside other requests.
import { testLockStress } from './lock-stress.ts';

describe('locks under stress', () => testLockStress(20_260_131, 100));
