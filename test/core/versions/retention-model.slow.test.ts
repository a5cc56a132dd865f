// Would catch a version that is deleted or kept against the rules of retention, or other than `dms status` foretells.
import { testRetention } from './retention-model.ts';

describe('versions under any rules', () => testRetention(20260131, 5));
