import { useState } from 'preact/hooks';
import type { Share } from '../../api/records.ts';
import { recipientNames } from '../../state/actions/recipients.ts';
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
import { type Access, isReceivedByGroup, loadAccess } from './access.ts';
import { Recipients } from './recipients.tsx';

/** A share that was just ended, with the remaining shares that its recipients made. */
interface Ended {
  readonly share: Share;
  readonly others: readonly Share[];
}

/**
 * Users and groups with access to an entry, and the shares that grant it. Shares of the entry itself can be changed and
 * ended.
 */
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
        {access.owner !== null && (
          <li>
            <Circles names={[access.owner]} />
            <span class="who">{access.owner}</span>
            <span class="what">{t().sharing.owner}</span>
          </li>
        )}
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
        <InheritedLines access={access} />
      </ul>
      {access.shares.length + access.inherited.length === 0 && <p class="hint">{t().sharing.onlyYou}</p>}
    </section>
  );
}

async function endAll(shares: readonly Share[]): Promise<void> {
  for (const share of shares) await endShare(share);
}

/** Shares of the folders above the entry. */
function InheritedLines({ access: { inherited, ownGroups } }: { readonly access: Access }) {
  return inherited.map(({ share, folder }) => (
    <li key={share.id}>
      <Recipients share={share} ownGroups={ownGroups}>
        <small>
          {t().sharing.from} <a href={`/folders/${String(folder.id)}`}>{folder.name}</a>
        </small>
      </Recipients>
      <span class="what">{permissionsInWords(share.permissions, 'folder')}</span>
    </li>
  ));
}

interface ShareLineProps {
  readonly share: Share;
  readonly access: Access;
  readonly type: Shareable['type'];
  readonly onEnd: () => void;
  readonly onChange: (permissions: number) => void;
}

function ShareLine({ share, access, type, onEnd, onChange }: ShareLineProps) {
  const names = recipientNames(share);
  const role = roleOf(share.permissions, type);
  const words = permissionsInWords(share.permissions, type);
  return (
    <li>
      <Recipients share={share} ownGroups={access.ownGroups}>
        {share.expires_at !== null && (
          <small>{t().sharing.untilDay(formatDay(lastDayOf(share.expires_at)))}</small>
        )}
      </Recipients>
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
          {!isReceivedByGroup(share, access) && (
            <Button label={t().sharing.endFor(names)} onClick={onEnd}>
              {t().sharing.end}
            </Button>
          )}
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
      <span>{t().sharing.endedFor(recipientNames(share))}</span>
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
