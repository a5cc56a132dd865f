// Would catch a request over WebDAV that is answered as a fault of the service, or ends the process.
import { testHostileDav } from './hostile-requests.ts';

describe('webdav and hostile requests', () => testHostileDav(1, 800));
