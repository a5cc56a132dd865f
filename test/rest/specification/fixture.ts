import { type Account, type Service, startService } from '../../support/service.ts';
import { basic, DavClient } from '../../webdav/client.ts';
import { Client, clientOf, guest } from '../client.ts';

/** A row of the specification: the text of its cells, and a check. */
export type Row = readonly [cells: string, check: (fixture: SpecificationFixture) => Promise<unknown>];

/** The rows of one table or list of the specification. */
export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** A running service against which the rows are checked, with an administrator and two users. */
export class SpecificationFixture {
  readonly service: Service;
  readonly admin: Client;
  readonly guest: Client;
  readonly ann: Account;
  readonly anns: Client;
  readonly drive: DavClient;
  readonly bob: Account;
  readonly bobs: Client;
  readonly bobsDrive: DavClient;
  #count = 0;

  private constructor(
    service: Service,
    clients: Record<'admin' | 'anns' | 'bobs', Client>,
    people: Record<'ann' | 'bob', Account>,
  ) {
    this.service = service;
    this.admin = clients.admin;
    this.guest = guest(service);
    this.ann = people.ann;
    this.anns = clients.anns;
    this.drive = new DavClient(service.port, basic('ann', people.ann.password));
    this.bob = people.bob;
    this.bobs = clients.bobs;
    this.bobsDrive = new DavClient(service.port, basic('bob', people.bob.password));
  }

  static async open(): Promise<SpecificationFixture> {
    const limits = { authenticated_per_minute: 100_000, guest_per_minute: 100_000 };
    const service = await startService({ config: { rate_limit: limits, durability: 'relaxed' } });
    const ann = await service.createUser('ann');
    const bob = await service.createUser('bob');
    const clients = {
      admin: await clientOf(service, service.admin),
      anns: await clientOf(service, ann),
      bobs: await clientOf(service, bob),
    };
    return new SpecificationFixture(service, clients, { ann, bob });
  }

  /** An unused name. */
  name(): string {
    this.#count += 1;
    return `name-${this.#count}.txt`;
  }

  /** Creates a document of Ann's. */
  async document(): Promise<{ readonly id: number; readonly name: string }> {
    const name = this.name();
    return { id: (await this.anns.document(name)).id, name };
  }

  /** Creates a folder of Ann's. @returns its id */
  async folder(): Promise<number> {
    return (await this.anns.folder(this.name())).id;
  }

  /** A client that sends its requests with this header. */
  with(name: string, value: string): Client {
    return new HeaderClient(this.service, name, value);
  }

  close(): Promise<void> {
    return this.service.stop();
  }
}

class HeaderClient extends Client {
  readonly #header: readonly [string, string];

  constructor(service: Service, name: string, value: string) {
    super(service);
    this.#header = [name, value];
  }

  override get(path: string) {
    return super.get(path).set(...this.#header);
  }

  override post(path: string, body?: object) {
    return super.post(path, body).set(...this.#header);
  }
}
