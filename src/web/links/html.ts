import { type Html, html, page } from '../../http/pages/markup.ts';
import type { DocumentRecord, EntryRecord } from '../../model/entries/entry.ts';
import { type SendingForm, sendingForm } from './sending-html.ts';
import type { Words } from './texts.ts';

const FOLDER = html`<svg class="d" viewBox="0 0 24 24" aria-hidden="true"><path d="M3 6a1 1 0 0 1 1-1h5l2 3h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1z"/></svg>`;
const FILE = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5"/></svg>`;

/** The page of an address behind which there is nothing, for whatever reason. */
export function notice(words: Words, title: string, text: string): string {
  return page(words, title, html`<h1>${title}</h1><p class="mu">${text}</p>`);
}

/** The page that asks for the password. @param error undefined: none was entered */
export function passwordPage(words: Words, action: string, error: string | undefined): string {
  const described = error === undefined ? html`` : html` aria-invalid="true"`;
  return page(
    words,
    words.passwordTitle,
    html`<h1>${words.passwordTitle}</h1><p class="mu">${words.passwordHint}</p>
<form method="post" action="${action}"><label for="p">${words.password}</label>
<input id="p" name="password" type="password" autocomplete="off" required autofocus aria-describedby="e"${described}>
<p id="e" class="er" role="alert">${error}</p><button class="bt">${words.open}</button></form>`,
  );
}

/** What the page of an entry shows beside the entry. Addresses begin with a slash. */
export interface Surroundings {
  readonly words: Words;
  /** Address of the link. */
  readonly base: string;
  /** Display name of the user who made the link. */
  readonly from: string;
  /** Milliseconds UTC; null: the link does not end. */
  readonly endsAt: number | null;
  readonly mayDownload: boolean;
  /** How visitors send files into the folder, or a new version of the document; undefined: they may not. */
  readonly sending: SendingForm | undefined;
  /** Folders from the linked one down to that of the entry. */
  readonly above: readonly { readonly id: number; readonly name: string }[];
}

function top({ words, base, from, endsAt, above }: Surroundings, name: string, actions: Html): Html {
  const end = endsAt === null ? '' : `, ${words.until(words.date(endsAt))}`;
  const steps = above.map(({ id, name: step }) => html`<a href="${base}/${id}"><bdi>${step}</bdi></a> / `);
  return html`${above.length > 0 && html`<nav aria-label="${words.path}">${steps}</nav>`}
<header><div><h1><bdi>${name}</bdi></h1><span class="mu"><bdi>${words.from(from)}</bdi>${end}</span></div><p>${actions}</p></header>`;
}

/** A page of the members of a folder. */
export interface FolderView {
  readonly folder: { readonly id: number; readonly name: string };
  readonly members: readonly EntryRecord[];
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly areTiles: boolean;
}

/** The page of a folder. */
export function folderPage(around: Surroundings, view: FolderView): string {
  const { words, base, mayDownload } = around;
  const { folder, members, total, areTiles, pages } = view;
  const address = `${base}/${String(folder.id)}`;
  const query = (number: number, tiles: boolean) => `?page=${String(number)}${tiles ? '&view=tiles' : ''}`;
  const other = html`<a class="bt se" href="${address}${query(view.page, !areTiles)}">${areTiles ? words.list : words.tiles}</a>`;
  const all = mayDownload && total > 0 && html`<a class="bt" href="${address}/zip">${words.downloadAll}</a>`;
  const items = members.map((member) => (areTiles ? tile(around, member) : row(around, member)));
  const list = html`<ul class="${areTiles ? 'ti' : 'ls'}">${items}</ul>`;
  const turns = html`<div class="pg">${view.page > 1 && html`<a href="${address}${query(view.page - 1, areTiles)}" rel="prev">${words.previous}</a>`}
<span class="mu">${words.pageOf(view.page, pages)}</span>${view.page < pages && html`<a href="${address}${query(view.page + 1, areTiles)}" rel="next">${words.next}</a>`}</div>`;
  const count = html`<p class="mu">${total === 0 ? words.empty : words.entries(total)}</p>`;
  return page(
    words,
    folder.name,
    html`${top(around, folder.name, html`${other} ${all}`)}${sendingDetails(around, words.addFiles)}${list}${count}${pages > 1 && turns}`,
  );
}

function picture({ base }: Surroundings, entry: EntryRecord, size: number): Html {
  if (entry.kind === 'folder') return FOLDER;
  if (entry.thumbnail !== 'ready') return FILE;
  const version = entry.sha256.slice(0, 16);
  return html`<img src="${base}/${entry.id}/thumbnail/${size}?v=${version}" alt="" loading="lazy">`;
}

function row(around: Surroundings, entry: EntryRecord): Html {
  const { base, words } = around;
  const isFile = entry.kind === 'file';
  const time = isFile ? entry.modifiedAt : entry.updatedAt;
  return html`<li>${picture(around, entry, 128)}<a href="${base}/${entry.id}"><bdi>${entry.name}</bdi></a><span class="da">${words.date(time)}</span><span>${isFile ? words.bytes(entry.size) : words.folder}</span></li>
`;
}

function tile(around: Surroundings, entry: EntryRecord): Html {
  return html`<li><a href="${around.base}/${entry.id}"><span class="pic">${picture(around, entry, 256)}</span><bdi>${entry.name}</bdi></a></li>
`;
}

/** What is shown of the content of a document. */
export interface Preview {
  /** Type of the element that shows the content at the address `…/preview`; undefined: the thumbnail is shown. */
  readonly element: 'image' | 'audio' | 'video' | undefined;
  /** The beginning of a text; undefined: the document is no text. */
  readonly text: string | undefined;
  /** True: the browser can display the content at `…/preview`. */
  readonly canDisplay: boolean;
}

/** The page of a document. */
export function documentPage(around: Surroundings, document: DocumentRecord, preview: Preview): string {
  const { base, mayDownload, words } = around;
  const address = `${base}/${String(document.id)}`;
  const display =
    preview.canDisplay && html`<a class="bt se" href="${address}/preview">${words.display}</a> `;
  const download = mayDownload && html`<a class="bt" href="${address}/download">${words.download}</a>`;
  const facts = html`<p class="mu">${words.bytes(document.size)} · ${words.date(document.modifiedAt)}</p>`;
  const body = html`${top(around, document.name, html`${display}${download}`)}${sendingDetails(around, words.newVersion)}<div class="pv">${shown(around, document, preview)}</div>${facts}`;
  return page(words, document.name, body);
}

function sendingDetails({ sending }: Surroundings, summary: string): Html {
  if (!sending) return html``;
  const open = sending.problem === undefined ? html`` : html` open`;
  return html`<details${open}><summary>${summary}</summary>${sendingForm(sending)}</details>`;
}

function shown(around: Surroundings, document: DocumentRecord, { element, text }: Preview): Html {
  const { base, words } = around;
  const source = `${base}/${String(document.id)}/preview`;
  if (element === 'image') return html`<img src="${source}" alt="${document.name}">`;
  if (element === 'audio') return html`<audio src="${source}" controls preload="metadata"></audio>`;
  if (element === 'video') return html`<video src="${source}" controls preload="metadata"></video>`;
  if (text !== undefined) return html`<pre>${text}</pre>`;
  if (document.thumbnail === 'ready') return picture(around, document, 512);
  return html`<p class="mu">${document.thumbnail === 'pending' ? words.previewLater : words.noPreview}</p>`;
}
