import { useState } from 'preact/hooks';
import type { Share } from '../../api/records.ts';
import {
  bitsOf,
  changeShare,
  endShare,
  lastDayOf,
  permissionsInWords,
  ROLES,
  roleOf,
  type Shareable,
  shareAgain,
  showRefusal,
} from '../../state/actions/sharing.ts';
import { formatDay } from '../../text/format.ts';
import { t } from '../../text/text.ts';
import { Problem } from '../dialogs/problem.tsx';
import { Circles } from '../display/people.tsx';
import { Button } from '../forms/button.tsx';
import { useChanges } from '../hooks/use-changes.ts';
import { useLoaded } from '../hooks/use-loaded.ts';
import { Loading } from '../loading/loading.tsx';
import { type Access, loadAccess } from './access.ts';

/** A share that was just ended, with the remaining shares that its recipients made. */
interface Ended {
  readonly share: Share;
  readonly others: readonly Share[];
}

/** Users with access to an entry, and the shares that grant it. Shares of the entry itself can be changed and ended. */
export function AccessList({ entry }: { readonly entry: Shareable }) {
  const { value: access, error, reload } = useLoaded(() => loadAccess(entry), [entry.id]);
  useChanges('shares', reload);
  const [ended, setEnded] = useState<Ended>();
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (access === undefined) return <Loading />;
  const end = (share: Share): void => {
    endShare(share)
      .then((others) => setEnded({ share, others }))
      .catch(showRefusal)
      .finally(reload);
  };
  const finish = (work: Promise<unknown>): void => {
    work
      .then(() => setEnded(undefined))
      .catch(showRefusal)
      .finally(reload);
  };
  return (
    <section class="access" aria-label={t().sharing.access}>
      <h3>{t().sharing.access}</h3>
      {ended && (
        <EndedShare
          ended={ended}
          onUndo={() => finish(shareAgain(ended.share))}
          onEndOthers={() => finish(endAll(ended.others))}
        />
      )}
      <ul>
        {access.owner !== null && <Line who={[access.owner]} what={t().sharing.owner} />}
        {access.shares.map((share) => (
          <ShareLine
            key={share.id}
            share={share}
            access={access}
            type={entry.type}
            onEnd={() => end(share)}
            onChange={(permissions) => finish(changeShare(share.id, permissions))}
          />
        ))}
        {access.inherited.map(({ share, folder }) => (
          <Line
            key={share.id}
            who={share.people.map(({ name }) => name)}
            what={permissionsInWords(share.permissions, 'folder')}
            source={folder}
          />
        ))}
      </ul>
      {access.shares.length + access.inherited.length === 0 && <p class="hint">{t().sharing.onlyYou}</p>}
    </section>
  );
}

async function endAll(shares: readonly Share[]): Promise<void> {
  for (const share of shares) await endShare(share);
}

/** The names of a share's recipients. */
function namesOf({ people }: Pick<Share, 'people'>): string {
  return people.map(({ name }) => name).join(', ');
}

interface LineProps {
  readonly who: readonly string[];
  readonly what: string;
  readonly source?: { readonly id: number; readonly name: string };
}

function Line({ who, what, source }: LineProps) {
  return (
    <li>
      <Circles names={who} />
      <span class="who">
        <span>{who.join(', ')}</span>
        {source && (
          <small>
            {t().sharing.from} <a href={`/folders/${String(source.id)}`}>{source.name}</a>
          </small>
        )}
      </span>
      <span class="what">{what}</span>
    </li>
  );
}

interface ShareLineProps {
  readonly share: Share;
  readonly access: Access;
  readonly type: Shareable['type'];
  readonly onEnd: () => void;
  readonly onChange: (permissions: number) => void;
}

function ShareLine({ share, access, type, onEnd, onChange }: ShareLineProps) {
  const names = namesOf(share);
  const role = roleOf(share.permissions, type);
  const words = permissionsInWords(share.permissions, type);
  return (
    <li>
      <Circles names={share.people.map(({ name }) => name)} />
      <span class="who">
        <span>{names}</span>
        {share.expires_at !== null && (
          <small>{t().sharing.untilDay(formatDay(lastDayOf(share.expires_at)))}</small>
        )}
      </span>
      {access.mayShare ? (
        <>
          <select
            aria-label={t().sharing.roleOf(names)}
            value={role ?? ''}
            onChange={({ currentTarget }) => {
              const chosen = ROLES.find((each) => each === currentTarget.value);
              if (chosen !== undefined) onChange(bitsOf(chosen, type));
            }}
          >
            {role === undefined && <option value="">{words}</option>}
            {ROLES.map((each) => (
              <option key={each} value={each} disabled={(bitsOf(each, type) & ~access.own) !== 0}>
                {t().sharing.roles[each]}
              </option>
            ))}
          </select>
          <Button label={t().sharing.endFor(names)} onClick={onEnd}>
            {t().sharing.end}
          </Button>
        </>
      ) : (
        <span class="what">{words}</span>
      )}
    </li>
  );
}

interface EndedShareProps {
  readonly ended: Ended;
  readonly onUndo: () => void;
  readonly onEndOthers: () => void;
}

function EndedShare({ ended: { share, others }, onUndo, onEndOthers }: EndedShareProps) {
  return (
    <div class="ended" role="status">
      <span>{t().sharing.endedFor(namesOf(share))}</span>
      <button type="button" class="link" onClick={onUndo}>
        {t().undo}
      </button>
      {others.length > 0 && (
        <button type="button" class="link" onClick={onEndOthers}>
          {t().sharing.endOthers(others.length)}
        </button>
      )}
    </div>
  );
}
