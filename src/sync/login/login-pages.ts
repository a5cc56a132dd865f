import type { DeviceQuestion } from '../../core/sign-in/sign-in.ts';
import { html, page } from '../../http/pages/markup.ts';
import type { UserActor } from '../../model/people/actor.ts';
import type { LoginTexts } from './texts.ts';

/** The page that asks a user whether a device may sign in. @param action address of the form */
export function questionPage(
  texts: LoginTexts,
  action: string,
  { name, login }: Pick<UserActor, 'name' | 'login'>,
  { device, ip, isSameNetwork, confirmation }: DeviceQuestion,
): string {
  const network = isSameNetwork
    ? html`<span class="mu">(${texts.sameNetwork})</span>`
    : html`<span class="er">(${texts.otherNetwork})</span>`;
  return page(
    texts,
    texts.title,
    html`<h1>${texts.title}</h1><p class="mu"><bdi>${texts.account(name, login)}</bdi></p>
<p>${texts.device}<br><strong><bdi>${device}</bdi></strong></p>
<p>${texts.address}<br><strong>${ip ?? texts.noAddress}</strong> ${network}</p>
<p>${texts.consequence}</p><p class="er">${texts.warning}</p>
<form method="post" action="${action}"><input type="hidden" name="confirmation" value="${confirmation}">
<button class="bt" name="answer" value="grant">${texts.allow}</button>
<button class="bt se" name="answer" value="refuse">${texts.refuse}</button></form>`,
  );
}

/** The page after a grant. */
export function grantedPage(texts: LoginTexts, device: string): string {
  const text = html`<p><bdi>${texts.allowed(device)}</bdi></p>`;
  const link = html`<p><a href="/account/tokens">${texts.tokens}</a></p>`;
  return page(texts, texts.allowedTitle, html`<h1>${texts.allowedTitle}</h1>${text}${link}`);
}

/** A page with nothing but a title and a text. */
export function notice(texts: LoginTexts, title: string, text: string): string {
  return page(texts, title, html`<h1>${title}</h1><p class="mu">${text}</p>`);
}
