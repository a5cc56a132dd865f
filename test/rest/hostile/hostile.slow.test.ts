// Would catch a request over REST that gets a 500 or an answer outside of the contract.
import { testHostileRest } from './hostile-requests.ts';

describe('hostile requests', () => testHostileRest(1, 600));
