import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { type Client, WrongAnswer } from './client.ts';
import type { Damage } from './model.ts';
import type { Random } from './random.ts';
import type { Round } from './round.ts';

const FOLDER = 'collected';
const GROUP = 'Office';
const MEMBER = 'member';
/** A service that refuses everything does so within a millisecond. */
const WAIT_AFTER_REFUSAL_MS = 10;

const created = z.object({ data: z.object({ id: z.number(), url: z.string().optional() }) });
const labelled = z.object({ data: z.object({ label: z.string() }) });
const members = z.object({ data: z.array(z.object({ login: z.string() })) });

/** What a visitor and the administrator need to act: a link that collects files, and a group that receives its folder. */
interface Scene {
  /** Path of the link. */
  readonly path: string;
  readonly linkId: number;
  readonly groupId: number;
  readonly memberId: number;
}

const idOf = async (client: Client, path: string, body: object): Promise<number> =>
  created.parse(await client.rest(path, { method: 'POST', body: JSON.stringify(body) })).data.id;

/** Creates a folder, a link with which visitors send files into it, and a group that it is shared with. */
async function sceneOf(client: Client): Promise<Scene> {
  const person = { login: MEMBER, name: MEMBER, email: `${MEMBER}@example.org` };
  const memberId = await idOf(client, '/users', person);
  const groupId = await idOf(client, '/groups', { name: GROUP });
  const folderId = await idOf(client, '/folders', { name: FOLDER, folder_id: 0 });
  await idOf(client, '/shares', { folder_id: folderId, groups: [GROUP], permissions: 1 });
  const body = JSON.stringify({ folder_id: folderId, kind: 'upload', label: '0', max_files: 10_000 });
  const { data } = created.parse(await client.rest('/links', { method: 'POST', body }));
  return { path: data.url ?? '', linkId: data.id, groupId, memberId };
}

/** A file that a visitor has begun to send. */
interface SentFile {
  readonly name: string;
  readonly sha256: string;
}

/**
 * A visitor of a link who sends files in two parts, and an administrator who changes the link and the members of a group
 * after each file. What was acknowledged must be there after each restart, each file once.
 */
export class Visitors {
  readonly #random: Random;
  #scene: Scene | undefined;
  /** Of the service, without a trailing slash. */
  #url = '';
  #cookie = '';
  #count = 0;
  #stored: SentFile[] = [];
  #unanswered: SentFile | undefined;
  /** Label of the link, and whether the user is a member: as acknowledged, and as last asked for. */
  #label = { known: '0', asked: '0' };
  #isMember = { known: false, asked: false };
  acknowledged = 0;
  refused = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  async begin(client: Client): Promise<void> {
    this.#scene = await sceneOf(client);
  }

  /** Sends files until the service dies or the round is over. @throws {WrongAnswer} for a response that is a fault */
  async work(client: Client, url: string, round: Round): Promise<void> {
    this.#url = url;
    while (!round.isOver) {
      try {
        if (!(await this.#file(round))) return;
        if (!(await this.#relabel(client, round))) return;
        if (!(await this.#changeGroup(client, round))) return;
      } catch (error) {
        const meaning = round.meaning(error);
        if (meaning === 'fault') throw error;
        if (meaning === 'unknown') return;
        this.#unanswered = undefined;
        this.#label.asked = this.#label.known;
        this.#isMember.asked = this.#isMember.known;
        this.refused += 1;
        await sleep(WAIT_AFTER_REFUSAL_MS);
      }
    }
  }

  /** @returns false if the round is ending, so that the response promises nothing */
  async #file(round: Round): Promise<boolean> {
    const { path } = this.#known();
    const content = randomBytes(1 + this.#random.below(150_000));
    this.#count += 1;
    const name = `sent-${String(this.#count)}`;
    if (this.#cookie === '') this.#cookie = await cookieOf(this.#url + path);
    this.#unanswered = { name, sha256: createHash('sha256').update(content).digest('hex') };
    const location = await this.#create(name, content.length);
    const half = this.#random.below(content.length);
    for (const [from, to] of [
      [0, half],
      [half, content.length],
    ] as const)
      if (to > from || to === content.length) await this.#append(location, from, content.subarray(from, to));
    if (round.isEnding) return false;
    this.#stored.push(this.#unanswered);
    this.#unanswered = undefined;
    this.acknowledged += 1;
    return true;
  }

  /** @returns false as {@link Visitors.#file} */
  async #relabel(client: Client, round: Round): Promise<boolean> {
    this.#label.asked = String(this.#count);
    const body = JSON.stringify({ label: this.#label.asked });
    await client.rest(`/links/${String(this.#known().linkId)}`, { method: 'PATCH', body });
    if (round.isEnding) return false;
    this.#label.known = this.#label.asked;
    this.acknowledged += 1;
    return true;
  }

  /** Adds the user to the group, or removes them. @returns false as {@link Visitors.#file} */
  async #changeGroup(client: Client, round: Round): Promise<boolean> {
    const { groupId, memberId } = this.#known();
    this.#isMember.asked = !this.#isMember.known;
    const path = `/groups/${String(groupId)}/members`;
    if (this.#isMember.asked)
      await client.rest(path, { method: 'POST', body: JSON.stringify({ users: [MEMBER] }) });
    else await client.rest(`${path}/${String(memberId)}`, { method: 'DELETE' });
    if (round.isEnding) return false;
    this.#isMember.known = this.#isMember.asked;
    this.acknowledged += 1;
    return true;
  }

  #create(name: string, length: number): Promise<string> {
    const filename = Buffer.from(name).toString('base64');
    const headers = { 'Upload-Length': String(length), 'Upload-Metadata': `filename ${filename}` };
    return this.#tus('POST', `${this.#known().path}/uploads`, headers);
  }

  async #append(location: string, offset: number, bytes: Uint8Array): Promise<void> {
    const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    await this.#tus('PATCH', location, headers, bytes);
  }

  /** @returns the header `Location` */
  async #tus(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    bytes?: Uint8Array,
  ): Promise<string> {
    const all = { 'Tus-Resumable': '1.0.0', Cookie: this.#cookie, ...headers };
    const body = bytes === undefined ? null : new Uint8Array(bytes);
    const response = await fetch(this.#url + path, { method, headers: all, body });
    const text = await response.text();
    if (!response.ok)
      throw new WrongAnswer(`${method} ${path}: ${String(response.status)} ${text}`, response.status);
    return response.headers.get('Location') ?? '';
  }

  /** Compares the folder, the link and the group with what was acknowledged, and continues from what was found. */
  async compare(client: Client): Promise<Damage> {
    const damage: Damage = { lost: [], corrupt: [], phantom: [] };
    const { linkId, groupId } = this.#known();
    const { documents } = await client.read();
    const possible = [...this.#stored, ...(this.#unanswered ? [this.#unanswered] : [])];
    for (const { name } of this.#stored) if (!documents.has(name)) damage.lost.push(`the sent file ${name}`);
    for (const [name, { versions }] of documents) {
      const sent = possible.find((file) => file.name === name);
      if (sent === undefined) damage.phantom.push(`the sent file ${name}`);
      else if (versions.length !== 1 || versions[0] !== sent.sha256)
        damage.corrupt.push(`the sent file ${name}`);
    }
    this.#stored = possible.filter(({ name }) => documents.has(name));
    this.#unanswered = undefined;
    const { label } = labelled.parse(await client.rest(`/links/${String(linkId)}`)).data;
    this.#label = settled(this.#label, label, 'the label of the link', damage);
    const group = members.parse(await client.rest(`/groups/${String(groupId)}/members`)).data;
    this.#isMember = settled(this.#isMember, group.length > 0, 'the member of the group', damage);
    return damage;
  }

  #known(): Scene {
    if (!this.#scene) throw new Error('there is no link yet');
    return this.#scene;
  }
}

/** The name of the folder into which visitors send files. */
export const VISITED_FOLDER = FOLDER;

function settled<Value>(
  { known, asked }: { readonly known: Value; readonly asked: Value },
  found: Value,
  what: string,
  damage: Damage,
): { known: Value; asked: Value } {
  if (found !== known && found !== asked)
    damage.lost.push(`${what}: ${String(found)} in place of ${String(known)}`);
  return { known: found, asked: found };
}

/** Opens a link as a browser does. @returns the cookie of the visit */
async function cookieOf(address: string): Promise<string> {
  const response = await fetch(address);
  await response.text();
  if (!response.ok) throw new WrongAnswer(`GET ${address}: ${String(response.status)}`, response.status);
  return response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}
