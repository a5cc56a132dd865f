// Would catch a large document that arrives changed, leaves something unfinished, or takes memory as large as itself.
import { testLargeDocument } from './large.ts';

describe('a document of 64 MiB', () => testLargeDocument(2 ** 26));
