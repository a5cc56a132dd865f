// Would catch an upload that breaks off and leaves a version, bytes, a file or an open descriptor.
import { testAbortedUploads } from './aborted-uploads.ts';

describe('uploads that break off', () => testAbortedUploads(20_260_131, 60));
