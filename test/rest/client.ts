import request, { type Test } from 'supertest';
import type { Account, Service } from '../support/service.ts';

/** A file part of an upload. */
export interface FilePart {
  readonly name: string;
  readonly content: Buffer | string;
  readonly type?: string;
}

/** Sends requests to the REST interface for a user. Paths are below `/api`. */
export class Client {
  readonly #url: string;
  readonly #token: string | undefined;

  constructor(service: Service, token?: string) {
    this.#url = `${service.url}/api`;
    this.#token = token;
  }

  get(path: string): Test {
    return this.#signed(request(this.#url).get(path));
  }

  head(path: string): Test {
    return this.#signed(request(this.#url).head(path));
  }

  post(path: string, body?: object): Test {
    return this.#signed(request(this.#url).post(path)).send(body);
  }

  put(path: string): Test {
    return this.#signed(request(this.#url).put(path));
  }

  patch(path: string, body?: object): Test {
    return this.#signed(request(this.#url).patch(path)).send(body);
  }

  delete(path: string): Test {
    return this.#signed(request(this.#url).delete(path));
  }

  /** Sends the fields first, then the files. */
  upload(fields: Record<string, string | number>, ...files: FilePart[]): Test {
    const test = this.post('/documents/upload');
    for (const [name, value] of Object.entries(fields)) test.field(name, value);
    for (const { name, content, type } of files) {
      const options = type === undefined ? { filename: name } : { filename: name, contentType: type };
      test.attach('file', Buffer.from(content), options);
    }
    return test;
  }

  /** Uploads a small document to a folder (default: the home). @returns its record */
  async document(
    name: string,
    content: Buffer | string = name,
    folderId = 0,
  ): Promise<{ id: number; version: number; title: string }> {
    const response = await this.upload({ folder_id: folderId }, { name, content });
    if (response.status > 201) throw new Error(response.text);
    return response.body.data;
  }

  /** Creates a folder. @returns its record */
  async folder(name: string, folderId = 0): Promise<{ id: number }> {
    const response = await this.post('/folders', { folder_id: folderId, name });
    if (response.status !== 201) throw new Error(response.text);
    return response.body.data;
  }

  #signed(test: Test): Test {
    return this.#token === undefined ? test : test.set('Authorization', `Bearer ${this.#token}`);
  }
}

/** A client without credentials. */
export function guest(service: Service): Client {
  return new Client(service);
}

/** A client with a token of this account. */
export async function clientOf(
  service: Service,
  account: Account,
  scopes?: readonly string[],
): Promise<Client> {
  const all = account.actor.isAdmin ? ['read', 'write', 'admin'] : ['read', 'write'];
  const { secret } = await service.dms.tokens.create(account.actor, { name: 'test', scopes: scopes ?? all });
  return new Client(service, secret);
}
