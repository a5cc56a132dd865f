import history from 'icon:clock';
import folder from 'icon:folder-search';
import search from 'icon:search';
import type { ComponentChildren } from 'preact';
import type { SearchResult } from '../../api/records.ts';
import { pathOf } from '../../state/files/entry-path.ts';
import { pathOfSearch } from '../../state/search.ts';
import { t } from '../../text/text.ts';
import { EntryIcon } from '../display/entry-icon.tsx';
import { Icon } from '../display/icon.tsx';

/** A row of the list below the search field. */
export interface Choice {
  readonly key: string;
  readonly href: string;
  readonly content: ComponentChildren;
}

interface ChoicesOf {
  readonly q: string;
  /** Undefined until the results are known. */
  readonly found: readonly SearchResult[] | undefined;
  /** The folder that the user is in. */
  readonly folderId: number;
  readonly recent: readonly string[];
}

/** The rows of the list: the first matching entries, then links to all results. For an empty field, recent queries. */
export function choicesFor({ q, found, folderId, recent }: ChoicesOf): Choice[] {
  if (q === '') return recent.map((each) => lineOf(`recent ${each}`, history, each, searchFor(each)));
  return [
    ...(found ?? []).map((entry) => ({
      key: String(entry.id),
      href: pathOf(entry),
      content: <Found entry={entry} />,
    })),
    lineOf('all', search, t().find.allResults(q), searchFor(q)),
    ...(folderId === 0 ? [] : [lineOf('here', folder, t().find.inThisFolder, searchFor(q, folderId))]),
  ];
}

function searchFor(q: string, folderId = 0): string {
  return pathOfSearch({ q, filter: '', folderId });
}

function lineOf(key: string, icon: string, text: string, href: string): Choice {
  return {
    key,
    href,
    content: (
      <>
        <Icon of={icon} />
        <span class="choice-name">{text}</span>
      </>
    ),
  };
}

function Found({ entry }: { readonly entry: SearchResult }) {
  return (
    <>
      <EntryIcon entry={entry} />
      <span class="choice-name">{entry.name}</span>
      <small>{placeOf(entry.path)}</small>
    </>
  );
}

/** The path of the folder that contains an entry. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

/** The folder that contains an entry, as displayed. */
export function placeOf(path: string): string {
  const folder = folderOf(path);
  return folder === '/' ? t().files : folder;
}
