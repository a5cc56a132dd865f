import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../crash/random.ts';
import { staffLogin } from './office/people.ts';
import { encoded, LEAF_DOCUMENTS, leafDocument, leafPath, staffDocuments } from './office/places.ts';
import type { Shape } from './office/shape.ts';
import { companyName, documentText } from './office/vocabulary.ts';
import { content, searchPath } from './rows.ts';
import type { RunningOffice } from './running-office.ts';
import type { Visitor } from './visitor.ts';

/** Result of a crowd at work. Times are in milliseconds. */
export interface CrowdResult {
  readonly users: number;
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

const CROWD = 200;
/** Number of documents that each member writes, in turn. */
const OWN_DOCUMENTS = 10;

/** A staff user at work, on one connection. */
class Member {
  readonly #visitor: Visitor;
  readonly #number: number;
  readonly #shape: Shape;
  readonly #random: Random;

  constructor(office: RunningOffice, shape: Shape, number: number) {
    this.#visitor = office.visitor(staffLogin(number));
    this.#number = number;
    this.#shape = shape;
    this.#random = new Random(number);
  }

  /** Of a hundred requests, 60 are listings, 25 GET, 10 PUT and 5 searches. */
  async request(): Promise<void> {
    const share = this.#random.below(100);
    const last = Math.floor(staffDocuments(this.#shape, this.#number) / LEAF_DOCUMENTS) - 1;
    const leaf = this.#random.below(Math.max(1, last));
    const folder = leafPath(this.#number, leaf);
    if (share < 60) await this.#visitor.list(pathOf(folder.slice(0, 1 + this.#random.below(folder.length))));
    else if (share < 85) {
      const document = leafDocument(this.#number, leaf, this.#random.below(LEAF_DOCUMENTS));
      await this.#visitor.ask('GET', pathOf([...folder, documentText(document).name]));
    } else if (share < 95) {
      const name = `Neu ${String(this.#random.below(OWN_DOCUMENTS))}.txt`;
      await this.#visitor.put(pathOf([...folder, name]), content(this.#number));
    } else {
      const [surname = ''] = companyName(this.#random.below(1000)).split(' ');
      await this.#visitor.ask('GET', searchPath(surname));
    }
  }
}

/** Every member sends the next request as soon as the response has arrived. */
export function measureClosedLoop(
  office: RunningOffice,
  shape: Shape,
  seconds: number,
): Promise<CrowdResult> {
  return measure(office, shape, seconds, async (member, { end, note }) => {
    while (performance.now() < end) {
      const begin = performance.now();
      await member.request();
      note(performance.now() - begin);
    }
  });
}

/**
 * Every member sends one request per second, provided that the last response has arrived. A delay before the request
 * counts as response time.
 */
export function measureOncePerSecond(
  office: RunningOffice,
  shape: Shape,
  seconds: number,
): Promise<CrowdResult> {
  return measure(office, shape, seconds, async (member, { end, note, offset }) => {
    for (let due = performance.now() + offset * 1000; due < end; due += 1000) {
      await pause(Math.max(0, due - performance.now()));
      await member.request();
      note(performance.now() - due);
    }
  });
}

/** Parameters for a member of the crowd. */
interface Instructions {
  /** In terms of `performance.now()`. */
  readonly end: number;
  /** Start offset from 0 to 1, different for each member. */
  readonly offset: number;
  /** Records a response time in milliseconds. */
  readonly note: (ms: number) => void;
}

async function measure(
  office: RunningOffice,
  shape: Shape,
  seconds: number,
  work: (member: Member, instructions: Instructions) => Promise<void>,
): Promise<CrowdResult> {
  const size = Math.min(CROWD, Math.floor(shape.users / 2));
  const members = Array.from({ length: size }, (_, number) => new Member(office, shape, number));
  // Each member's first request opens the connection and is not measured.
  await Promise.all(members.map((member) => member.request()));
  const times: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const note = (ms: number): void => {
    times.push(ms);
  };
  await Promise.all(members.map((member, number) => work(member, { end, note, offset: number / size })));
  const perSecond = (times.length / (performance.now() - begin)) * 1000;
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
  return { users: size, perSecond, medianMs: at(0.5), p99Ms: at(0.99), longestMs: at(1) };
}

function pathOf(names: readonly string[]): string {
  return `/webdav/${encoded(names)}`;
}
