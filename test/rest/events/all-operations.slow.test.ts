// Would catch a change of which a user who sees it is not told, or of which others are told.
import { testEvents } from './all-operations.ts';

describe('the events of every change', () => testEvents((index) => index === 0));
