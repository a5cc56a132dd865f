// Would catch a search whose results or order depend on documents that the user may not read.
import { testSearchPrivacy } from './search-privacy.ts';

describe('what a search tells', () => testSearchPrivacy(11, 4));
