import { renderSVG } from 'uqr';
import { type Html, html, page } from '../../http/pages/markup.ts';
import type { ConnectTexts } from './texts.ts';

/** What a device needs to sign in. */
interface Credentials {
  /** URL of the service, without a slash at the end. */
  readonly server: string;
  readonly login: string;
  readonly token: string;
}

function steps(list: readonly string[]): Html {
  return html`<ol>${list.map((step) => html`<li>${step}</li>`)}</ol>`;
}

/** Hosts of this computer, as `URL` writes them. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function warning(texts: ConnectTexts, server: string): Html | undefined {
  const { protocol, hostname } = new URL(server);
  if (LOOPBACK.test(hostname)) return html`<p class="er">${texts.onlyHere}</p>`;
  return protocol === 'http:' ? html`<p class="er">${texts.notEncrypted}</p>` : undefined;
}

function back(texts: ConnectTexts): Html {
  return html`<nav><a href="/account/connect">← ${texts.drive}</a></nav>`;
}

/** The page with the steps. @param action address of the form */
export function connectPage(texts: ConnectTexts, action: string, server: string): string {
  return page(
    texts,
    texts.title,
    html`${back(texts)}<h1>${texts.title}</h1><p>${texts.hint}</p>${warning(texts, server)}
<h2>${texts.computer}</h2>${steps(texts.computerSteps(server))}
<h2>${texts.phone}</h2>${steps(texts.phoneSteps(server))}
<form method="post" action="${action}"><button class="bt">${texts.showCode}</button></form>
<h2>${texts.whose}</h2><p class="mu">${texts.whoseText}</p>`,
  );
}

/** The page with a new token as a QR code, in the form that the apps of Nextcloud scan, and as text. */
export function codePage(texts: ConnectTexts, action: string, { server, login, token }: Credentials): string {
  const uri = `nc://login/user:${login}&password:${token}&server:${server}`;
  const code = { html: renderSVG(uri, { ecc: 'M', border: 4 }) };
  return page(
    texts,
    texts.scan,
    html`<nav><a href="${action}">← ${texts.title}</a></nav><h1>${texts.scan}</h1><p>${texts.scanText}</p>
<div class="qr" role="img" aria-label="${texts.scan}">${code}</div>
<p class="mu">${texts.address}: <strong>${server}</strong><br>${texts.login}: <strong>${login}</strong><br>
${texts.token}: <strong>${token}</strong></p><p class="er">${texts.secret}</p>
<p><a href="/account/tokens">${texts.tokens}</a></p>`,
  );
}

/** A page that says why nothing was done. */
export function failurePage(texts: ConnectTexts, text: string): string {
  return page(texts, texts.title, html`${back(texts)}<h1>${texts.title}</h1><p class="er">${text}</p>`);
}
