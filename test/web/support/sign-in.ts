import type { Page } from 'puppeteer-core';
import type { Account, Service } from '../../support/service.ts';

/** Signs a user in. @returns the `Cookie` header of the session */
export async function sessionOf(
  { url }: Pick<Service, 'url'>,
  { login, password }: Account,
): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login, password }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  return cookie.replace(/;.*/, '');
}

/** Adds a user's session to a page, without the form, and opens a path of the interface. */
export async function openAs(page: Page, service: Service, account: Account, path = '/'): Promise<void> {
  const [name = '', value = ''] = (await sessionOf(service, account)).split('=');
  await page.browserContext().setCookie({ name, value, domain: '127.0.0.1' });
  await page.goto(service.url + path);
}
