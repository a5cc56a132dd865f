// Would catch a backup or restore that leaves something broken behind when it is killed or ended.
import { testInterruptions } from './interrupted.ts';

describe('commands that are interrupted', () => testInterruptions(1, 30, 1));
