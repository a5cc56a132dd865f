import type { Person } from './entry.ts';

/**
 * What the visitors of a link may do:
 *
 * - `view`: see names, thumbnails, and what a browser can display
 * - `download`: also download documents, and folders as ZIP files
 * - `upload`: only send files into a folder
 * - `edit`: also download, send new versions of documents, and send files into folders
 */
export const LINK_KINDS = ['view', 'download', 'upload', 'edit'] as const;

/** One of {@link LINK_KINDS}. */
export type LinkKind = (typeof LINK_KINDS)[number];

/** A link that opens one entry, and everything beneath it, without an account. Times in milliseconds UTC. */
export interface Link {
  readonly id: number;
  readonly entryId: number;
  readonly kind: LinkKind;
  /** A note of the creator, such as the name of a customer; empty for none. */
  readonly label: string;
  readonly hasPassword: boolean;
  /** Null: the link does not expire. */
  readonly expiresAt: number | null;
  /** Maximum number of downloads; null: no limit. */
  readonly maxDownloads: number | null;
  readonly downloads: number;
  /** Maximum number of files that all visitors together can send; null: the default of the server. */
  readonly maxFiles: number | null;
  /** Maximum size of a file that a visitor sends, in bytes; null: no limit of its own. */
  readonly maxBytes: number | null;
  /** Number of files that visitors have sent. */
  readonly files: number;
  /** Number of times that the first page was opened, and of addresses that began with another one. */
  readonly visits: number;
  /** Time of the last visit or download; null: none. */
  readonly lastUsedAt: number | null;
  /** True: users who may share the entry see the link. False: only its creator and administrators. */
  readonly isListed: boolean;
  readonly createdBy: Person & { readonly login: string };
  readonly createdAt: number;
}

/** Use of a link from one client address. Times in milliseconds UTC. */
export interface LinkUse {
  /** Null: unknown. */
  readonly ip: string | null;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly visits: number;
  readonly downloads: number;
}
