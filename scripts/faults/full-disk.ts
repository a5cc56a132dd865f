import type { WrongAnswer } from '../crash/client.ts';
import type { FaultScenario, Meaning } from '../crash/round.ts';

/** Responses of the service for lack of space, over WebDAV, over REST and to the visitors of links. */
const NO_ROOM =
  /: (?:507 .*sufficient-disk-space|422 .*the disk of the server is full|422 There is no room for this file)/s;
/** Requests that add entries or contents. */
const ADDING = /^(?:PUT |COPY |MKCOL |POST \/documents\/upload|(?:POST|PATCH) \/s\/)/;
const READING = /^GET /;

/**
 * Full disk with the reserve of the service intact: only new contents, folders and copies are refused; all other
 * changes succeed.
 */
export const withReserve: FaultScenario = {
  meaning: ({ message }: WrongAnswer): Meaning =>
    NO_ROOM.test(message) && ADDING.test(message) ? 'refused' : 'fault',
};

/** Full disk whose reserve another program may have used up: any change may be refused, but every read succeeds. */
export const withoutReserve: FaultScenario = {
  meaning: ({ message }: WrongAnswer): Meaning =>
    NO_ROOM.test(message) && !READING.test(message) ? 'refused' : 'fault',
};
