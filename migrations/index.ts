import type { Knex } from 'knex';
import * as initial from './0001-initial.ts';
import * as departures from './0002-departures.ts';
import * as searchQueue from './0003-search-queue.ts';
import * as mails from './0004-mails.ts';
import * as twoFactor from './0005-two-factor.ts';
import * as activity from './0006-activity.ts';

/** One step of the schema. A step runs in a transaction of its own. */
export interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
}

/** All steps in their order, listed by hand so that they are inside the binary. */
export const migrations: readonly Migration[] = [
  { name: '0001-initial', up: initial.up },
  { name: '0002-departures', up: departures.up },
  { name: '0003-search-queue', up: searchQueue.up },
  { name: '0004-mails', up: mails.up },
  { name: '0005-two-factor', up: twoFactor.up },
  { name: '0006-activity', up: activity.up },
];
