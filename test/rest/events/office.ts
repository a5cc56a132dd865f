import { present } from '../../support/accounts.ts';
import { type Account, type Service, type ServiceOptions, startService } from '../../support/service.ts';
import { makeFolder, write } from '../../support/tree.ts';
import { basic, DavClient } from '../../webdav/client.ts';
import { Browser } from '../browser.ts';
import { Client } from '../client.ts';
import { type Look, lookAsUser, QUIET } from './look.ts';
import { Stream } from './stream.ts';

const DAY = 24 * 60 * 60_000;
/** An example waits for events twice, which would take two seconds. */
const EVENT_TICK_MS = 50;

/** The users of the office, by what they may do. */
export const LOGINS = ['admin', 'ann', 'ben', 'cara', 'dora', 'emil'] as const;
export type Login = (typeof LOGINS)[number];

/** A user who looks at pages while others work. */
export class Person {
  readonly account: Account;
  readonly client: Client;
  readonly drive: DavClient;
  /** Signed in with a cookie. */
  readonly browser: Browser;
  readonly token: string;
  readonly #service: Service;
  /** A document in a folder of its own, by whose changes the user recognises that all earlier events have come. */
  readonly #barrier: { readonly folder: number; readonly document: number };

  private constructor(
    service: Service,
    account: Account,
    token: string,
    browser: Browser,
    barrier: { folder: number; document: number },
  ) {
    this.#service = service;
    this.account = account;
    this.token = token;
    this.client = new Client(service, token);
    this.drive = new DavClient(service.port, basic(account.login, account.password));
    this.browser = browser;
    this.#barrier = barrier;
  }

  static async of(service: Service, account: Account): Promise<Person> {
    const { actor } = account;
    const scopes = ['read', 'write', ...(actor.isAdmin ? ['admin'] : [])];
    const { secret } = await service.dms.tokens.create(actor, { name: 'test', scopes });
    const browser = new Browser(service);
    await browser.signIn(account);
    const folder = await makeFolder(service.dms, actor, QUIET);
    const document = await write(service.dms, actor, 'barrier', 'x', folder);
    return new Person(service, account, secret, browser, { folder, document });
  }

  /** The same user of a service with a copy of the data. */
  at(service: Service): Person {
    return new Person(service, this.account, this.token, this.browser.copy(service), this.#barrier);
  }

  get home(): number {
    return this.account.actor.homeId;
  }

  look(): Promise<Look> {
    const { homeId, isAdmin } = this.account.actor;
    return lookAsUser({ url: this.#service.url, token: this.token, homeId, isAdmin });
  }

  listen(): Promise<Stream> {
    return Stream.open(this.#service.url, this.token);
  }

  /** @returns the events that the user has got because of everything so far */
  async heard(stream: Stream): Promise<ReadonlySet<string>> {
    const { folder, document } = this.#barrier;
    await this.client.patch(`/documents/${document}`, { title: 'barrier' });
    const barrier = `folder ${folder}`;
    await stream.until(barrier);
    const told = [...stream.told];
    if (stream.isEnded) {
      const next = await Stream.open(this.#service.url, this.token, stream.lastId);
      await next.until('reset');
      told.push(...next.told);
      await next.close();
    }
    return new Set(told.filter((event) => event !== barrier));
  }
}

type Ids<Name extends string> = Readonly<Record<Name, number>>;

/** An office in which several users share folders. */
export class Office {
  readonly service: Service;
  readonly people: Readonly<Record<Login, Person>>;
  readonly entries: Entries;
  readonly shares: Ids<'plans' | 'single' | 'hidden' | 'office'>;
  readonly #clock: { later: number };

  private constructor(
    service: Service,
    people: Record<Login, Person>,
    entries: Entries,
    shares: Office['shares'],
    clock: { later: number },
  ) {
    this.service = service;
    this.people = people;
    this.entries = entries;
    this.shares = shares;
    this.#clock = clock;
  }

  static async open(): Promise<Office> {
    const service = await startService();
    const people = await peopleOf(service);
    const entries = await entriesOf(service, people);
    const shares = await sharesOf(people, entries);
    await trashOf(people, entries);
    return new Office(service, people, entries, shares, { later: 0 });
  }

  /** Starts a service with a copy of the data. It takes a fifth of the processor time of another office. */
  async copy(options: ServiceOptions = {}): Promise<Office> {
    const clock = { later: 0 };
    const service = await startService({
      eventTickMs: EVENT_TICK_MS,
      ...options,
      office: { dataDirectory: this.service.dataDirectory, admin: this.people.admin.account },
      now: () => Date.now() + clock.later,
    });
    const people = peopleBy((login) => this.people[login].at(service));
    return new Office(service, people, this.entries, this.shares, clock);
  }

  /** Moves the clock of the service. */
  pass(days: number): void {
    this.#clock.later += days * DAY;
  }

  now(): number {
    return Date.now() + this.#clock.later;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}

function peopleBy(personOf: (login: Login) => Person): Record<Login, Person> {
  return {
    admin: personOf('admin'),
    ann: personOf('ann'),
    ben: personOf('ben'),
    cara: personOf('cara'),
    dora: personOf('dora'),
    emil: personOf('emil'),
  };
}

async function peopleOf(service: Service): Promise<Record<Login, Person>> {
  const account = async (login: Login) => (login === 'admin' ? service.admin : service.createUser(login));
  const people = new Map<Login, Person>();
  for (const login of LOGINS) people.set(login, await Person.of(service, await account(login)));
  return peopleBy((login) => present(people.get(login)));
}

type Entries = Awaited<ReturnType<typeof entriesOf>>;

async function entriesOf(service: Service, { admin, ann, cara, emil }: Record<Login, Person>) {
  const { dms } = service;
  const folder = (owner: Person, name: string, at = 0) => makeFolder(dms, owner.account.actor, name, at);
  const file = (owner: Person, name: string, at = 0, content = name) =>
    write(dms, owner.account.actor, name, content, at);
  const plans = await folder(ann, 'plans');
  const inner = await folder(ann, 'inner', plans);
  const secret = await folder(ann, 'secret');
  const hidden = await folder(ann, 'hidden', secret);
  const report = await file(ann, 'report.txt', plans);
  await file(ann, 'report.txt', plans, 'the second version');
  await file(ann, 'report.txt', plans, 'the third version');
  const office = (await dms.folders.createSystem(admin.account.actor, 'office')).id;
  return {
    plans,
    inner,
    secret,
    hidden,
    report,
    office,
    deep: await file(ann, 'deep.txt', inner),
    within: await file(ann, 'within.txt', hidden),
    unshared: await file(ann, 'unshared.txt', secret),
    single: await file(ann, 'single.txt'),
    target: await folder(ann, 'target'),
    oldDocument: await file(ann, 'old.txt'),
    oldFolder: await folder(ann, 'old'),
    gone: await file(ann, 'gone.txt', plans),
    caras: await folder(cara, 'caras'),
    caraDocument: await file(cara, 'cara.txt'),
    rules: await file(admin, 'rules.txt', office),
    rooms: await folder(admin, 'rooms', office),
    away: await file(admin, 'away.txt', office),
    emils: await file(emil, 'emil.txt'),
  };
}

async function sharesOf({ admin, ann }: Record<Login, Person>, entries: Entries): Promise<Office['shares']> {
  const share = async (by: Person, terms: object): Promise<number> =>
    (await by.client.post('/shares', terms).expect(201)).body.data.id;
  const { plans, single, hidden, office } = entries;
  await share(ann, { folder_id: plans, users: ['cara'], permissions: 31 });
  return {
    plans: await share(ann, { folder_id: plans, users: ['ben'], permissions: 1 }),
    single: await share(ann, { document_id: single, users: ['ben'], permissions: 1 }),
    hidden: await share(ann, { folder_id: hidden, users: ['ben'], permissions: 3 }),
    office: await share(admin, { folder_id: office, users: ['dora'], permissions: 31 }),
  };
}

/** Each in the trash of another user: of the owner, of who deleted it, and of administrators. */
async function trashOf({ admin, ann, cara }: Record<Login, Person>, entries: Entries): Promise<void> {
  await ann.client.delete(`/documents/${entries.oldDocument}`).expect(200);
  await ann.client.delete(`/folders/${entries.oldFolder}`).expect(200);
  await cara.client.delete(`/documents/${entries.gone}`).expect(200);
  await admin.client.delete(`/documents/${entries.away}`).expect(200);
}
