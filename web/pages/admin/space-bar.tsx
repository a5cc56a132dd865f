import type { Status } from '../../api/records.ts';
import { formatSize } from '../../text/format.ts';
import { t } from '../../text/text.ts';

const HUNDRED = 100;

/** Disk space that dms uses, and free space. Space used by other programs is unknown. */
export function SpaceBar({ space }: Pick<Status, 'space'>) {
  const texts = t().admin;
  const { contents_bytes: contents, database_bytes: database, free_bytes: free } = space;
  const all = Math.max(1, contents + database + free);
  const width = (bytes: number) => ({ width: `${String((bytes / all) * HUNDRED)}%` });
  const parts = [
    ['contents', texts.contents, contents],
    ['database', texts.database, database],
    ['free', texts.free, free],
  ] as const;
  return (
    <div class="space">
      <div
        class="space-bar"
        role="img"
        aria-label={texts.spaceBar(formatSize(contents + database), formatSize(free))}
      >
        <div class="contents" style={width(contents)} />
        <div class="database" style={width(database)} />
      </div>
      <ul>
        {parts.map(([kind, name, bytes]) => (
          <li key={kind}>
            <span class={`dot ${kind}`} aria-hidden="true" /> {name} <strong>{formatSize(bytes)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
