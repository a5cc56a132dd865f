// Would catch a content that ends the service, takes its memory, or stays unread without a reason.
import { testHostileContents } from './hostile-contents.ts';

describe('hostile contents', () => testHostileContents((index) => index % 120 === 6));
