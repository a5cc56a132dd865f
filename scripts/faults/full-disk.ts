import type { WrongAnswer } from '../crash/client.ts';
import type { Meaning, Ordeal } from '../crash/round.ts';

/** How the service refuses for want of room, over WebDAV and over REST. */
const NO_ROOM = /: (?:507 .*sufficient-disk-space|422 .*the disk of the server is full)/s;
/** What adds entries. */
const ADDING = /^(?:PUT |COPY |MKCOL |POST \/documents\/upload)/;
const READING = /^GET /;

/** A full disk with the reserve of the service: it takes no contents, folders and copies, and all other changes. */
export const withReserve: Ordeal = {
  meaning: ({ message }: WrongAnswer): Meaning =>
    NO_ROOM.test(message) && ADDING.test(message) ? 'refused' : 'fault',
};

/** A full disk whose reserve another program may have eaten up: any change may be refused, and all can be read. */
export const withoutReserve: Ordeal = {
  meaning: ({ message }: WrongAnswer): Meaning =>
    NO_ROOM.test(message) && !READING.test(message) ? 'refused' : 'fault',
};
