import type { SentFiles } from '../../core/links/links.ts';
import { type Html, html, page } from '../../http/pages/markup.ts';
import type { Words } from './texts.ts';

/** Form with which visitors send files into a folder, or a new version of a document. */
export interface SendingForm {
  readonly words: Words;
  /** Address of the form. */
  readonly action: string;
  /** Address at which the script of the page begins uploads; undefined: there is no script. */
  readonly uploads: string | undefined;
  /** Number of the version that the visitor sees; undefined: the form is for a folder. */
  readonly version: number | undefined;
  /** Maximum size of a file in bytes; null: no limit of the link. */
  readonly maxBytes: number | null;
  /** Why the last form was refused; undefined: it was not. */
  readonly problem: string | undefined;
  /** Script that sends the files; undefined: none. */
  readonly script: { readonly address: string; readonly nonce: string } | undefined;
}

/** Content of the page with which visitors only send files. */
export interface SendingView {
  readonly words: Words;
  /** Display name of the user who made the link. */
  readonly to: string;
  /** Milliseconds UTC; null: the link does not end. */
  readonly endsAt: number | null;
  /** What this visit has sent. */
  readonly sent: SentFiles;
  readonly form: SendingForm;
}

/** The page with which visitors only send files. It shows nothing of the folder, not even its name. */
export function sendingPage({ words, to, endsAt, sent, form }: SendingView): string {
  const { maxBytes } = form;
  const end = endsAt === null ? '' : words.untilDay(words.date(endsAt));
  const limit = maxBytes === null ? '' : words.atMost(words.bytes(maxBytes));
  const facts = [end, limit].filter((fact) => fact !== '').join(' · ');
  const title = words.sendTo(to);
  const body = html`<h1><bdi>${title}</bdi></h1>${facts !== '' && html`<p class="mu">${facts}</p>`}
${sendingForm(form)}${sentList(words, sent)}`;
  return page(words, title, body);
}

/** The form, and its script. */
export function sendingForm(form: SendingForm): Html {
  const { words, action, uploads, version, maxBytes, problem, script } = form;
  const isMany = version === undefined;
  const forScript =
    uploads !== undefined &&
    html` data-to="${uploads}" data-max="${maxBytes ?? ''}"
${scriptWords(words)}`;
  const seen = version !== undefined && html`<input type="hidden" name="version" value="${version}">`;
  return html`<form id="f" class="sd" method="post" action="${action}" enctype="multipart/form-data"${forScript}>${seen}<div class="ro"><div><label for="n">${words.yourName}</label><input id="n" name="name" maxlength="100" autocomplete="name"></div>
<div><label for="m">${words.yourEmail}</label><input id="m" name="email" maxlength="100" inputmode="email" autocomplete="email"></div></div>
<p class="mu">${words.senderHint}</p>
<div id="d" class="dr"><label for="u">${isMany ? words.choose : words.chooseOne}</label><input id="u" type="file" name="file"${isMany && html` multiple`} required></div>
<p id="e" class="er" role="alert">${problem}</p>
<button id="b" class="bt">${words.send}</button></form>
<div id="r" role="status" class="mu"></div><ul id="l" class="se-l"></ul>${
    script && html`<script nonce="${script.nonce}" src="${script.address}" defer></script>`
  }`;
}

function sentList(words: Words, { files, bytes, last }: SentFiles): Html {
  if (files === 0) return html``;
  const items = last.map(
    ({ name, size }) => html`<li><bdi>${name}</bdi><span>${words.bytes(size)}</span></li>`,
  );
  return html`<h2>${words.sentBefore}</h2><ul class="se-l">${items}</ul><p class="mu">${words.sentInAll(files, words.bytes(bytes))}</p>`;
}

/** Texts of the script (web/visitor/send-files.ts), each as an attribute. */
function scriptWords(words: Words): Html {
  const { locale, chooseOrDrop, waiting, sending, resuming, done, sentCount } = words;
  const { cancel, canceled, again, gone, failed, tooLarge } = words;
  return html`data-locale="${locale}" data-choose-or-drop="${chooseOrDrop}" data-waiting="${waiting}" data-sending="${sending}"
data-resuming="${resuming}" data-done="${done}" data-sent-count="${sentCount}" data-cancel="${cancel}" data-canceled="${canceled}"
data-again="${again}" data-gone="${gone}" data-failed="${failed}" data-too-large="${tooLarge}"`;
}
