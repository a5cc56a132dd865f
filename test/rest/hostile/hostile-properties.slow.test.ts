// Would catch a hostile request over REST that gets a 500, an undescribed response, or a stack, path or SQL text.
import { testHostileRequests } from './hostile-properties.ts';

describe('hostile requests, made of the description', () => testHostileRequests(20260131, 8));
