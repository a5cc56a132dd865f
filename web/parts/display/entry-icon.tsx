import plain from 'icon:file';
import archive from 'icon:file-archive';
import pdf from 'icon:file-badge';
import code from 'icon:file-code';
import audio from 'icon:file-music';
import sheet from 'icon:file-spreadsheet';
import document from 'icon:file-text';
import text from 'icon:file-type';
import video from 'icon:film';
import folder from 'icon:folder';
import shared from 'icon:folder-symlink';
import picture from 'icon:image';
import mail from 'icon:mail';
import slides from 'icon:presentation';
import type { Document, Entry, Folder } from '../../api/records.ts';
import { Icon } from './icon.tsx';
import { type MediaKind, mediaKindOf } from './media-kind.ts';

const ICONS: Readonly<Record<MediaKind, string>> = {
  picture,
  video,
  audio,
  pdf,
  document,
  table: sheet,
  presentation: slides,
  archive,
  mail,
  code,
  text,
  other: plain,
};

/** The part of an entry that determines its icon. */
type IconOwner = Pick<Folder, 'type' | 'shared'> | Pick<Document, 'type' | 'mime_type'>;

/** The icon for the kind of an entry. */
export function EntryIcon({ entry, size = 20 }: { readonly entry: IconOwner; readonly size?: number }) {
  if (entry.type === 'folder')
    return (
      <span class="entry-icon folder">
        <Icon of={entry.shared ? shared : folder} size={size} />
      </span>
    );
  const kind = mediaKindOf(entry.mime_type);
  return (
    <span class={`entry-icon ${kind}`}>
      <Icon of={ICONS[kind]} size={size} />
    </span>
  );
}

/** The icon of an entry of which only folder or document is known. */
export function PlainEntryIcon({
  type,
  size = 20,
}: {
  readonly type: Entry['type'];
  readonly size?: number;
}) {
  return (
    <span class={`entry-icon ${type}`}>
      <Icon of={type === 'folder' ? folder : plain} size={size} />
    </span>
  );
}
