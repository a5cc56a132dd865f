import request, { type Test } from 'supertest';
import type { Account, Service } from '../support/service.ts';

/** Sends requests like a browser, with the most recent cookie. Paths are below `/api`. */
export class Browser {
  readonly #url: string;
  /** `dms_session=…`; undefined before the first cookie. */
  cookie: string | undefined;

  constructor(service: Pick<Service, 'url'>, cookie?: string) {
    this.#url = `${service.url}/api`;
    this.cookie = cookie;
  }

  /** An independent copy with the current cookie. */
  copy(service: Pick<Service, 'url'>): Browser {
    return new Browser(service, this.cookie);
  }

  get(path: string): Test {
    return this.#ask(request(this.#url).get(path));
  }

  post(path: string, body?: object): Test {
    return this.#ask(request(this.#url).post(path)).send(body);
  }

  patch(path: string, body?: object): Test {
    return this.#ask(request(this.#url).patch(path)).send(body);
  }

  delete(path: string, body?: object): Test {
    return this.#ask(request(this.#url).delete(path)).send(body);
  }

  /** The first step of signing in, which is the only step without a second factor. */
  async signIn({ login, password }: Pick<Account, 'login' | 'password'>): Promise<void> {
    await this.post('/login', { login, password }).expect(200);
  }

  #ask(test: Test): Test {
    if (this.cookie !== undefined) test.set('Cookie', this.cookie);
    return test.on('response', (response: { get(name: string): unknown }) => {
      const given = response.get('Set-Cookie');
      const [cookie] = Array.isArray(given) ? given : [];
      if (typeof cookie === 'string') this.cookie = cookie.split(';')[0];
    });
  }
}
