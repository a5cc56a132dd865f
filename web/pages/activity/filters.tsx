import { createElement } from 'preact';
import { useId } from 'preact/hooks';
import { account } from '../../api/session.ts';
import { actions } from '../../parts/display/activity-sentence.tsx';
import { LAST_DAY, startOfDay } from '../../text/format.ts';
import { t } from '../../text/text.ts';

/** Filter of the activity, as in the query string. */
export interface ActivityFilter {
  readonly action: string;
  /** A login. */
  readonly user: string;
  /** A day. */
  readonly from: string;
  /** A day, inclusive. */
  readonly until: string;
}

/** The filter in a query string. */
export function filterOf(query: URLSearchParams): ActivityFilter {
  const value = (key: string): string => query.get(key) ?? '';
  return { action: value('action'), user: value('user'), from: value('from'), until: value('until') };
}

/** The path of the page with a filter. */
export function pathOfFilter(filter: ActivityFilter): string {
  const set = Object.entries(filter).filter(([, value]: [string, string]) => value !== '');
  return set.length === 0 ? '/activity' : `/activity?${String(new URLSearchParams(set))}`;
}

/** The filter as query parameters of the API. */
export function queryOf({ action, user, from, until }: ActivityFilter) {
  const after = startOfDay(from);
  const before = startOfDay(until, 1);
  return {
    ...(action === '' ? {} : { action }),
    ...(user === '' ? {} : { user }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
}

interface FiltersProps {
  readonly filter: ActivityFilter;
  readonly onChange: (filter: ActivityFilter) => void;
}

/** The filter fields. Each change applies immediately. */
export function Filters({ filter, onChange }: FiltersProps) {
  const id = useId();
  const change = (part: Partial<ActivityFilter>): void => onChange({ ...filter, ...part });
  return (
    <div class="activity-filters" role="group" aria-label={t().activityPage.filters}>
      <div class="field">
        <label for={`${id}-action`}>{t().activityPage.action}</label>
        <select
          id={`${id}-action`}
          value={filter.action}
          onChange={({ currentTarget }) => change({ action: currentTarget.value })}
        >
          <option value="">{t().activityPage.all}</option>
          {actions().map((action) => (
            <option key={action} value={action}>
              {t().activityPage.names[action]}
            </option>
          ))}
        </select>
      </div>
      {account.value?.is_admin === true && (
        <Limit
          label={t().activityPage.user}
          value={filter.user}
          onChange={(user) => change({ user: user.trim() })}
        />
      )}
      <Limit
        label={t().activityPage.from}
        type="date"
        value={filter.from}
        onChange={(from) => change({ from })}
      />
      <Limit
        label={t().activityPage.until}
        type="date"
        value={filter.until}
        onChange={(until) => change({ until })}
      />
    </div>
  );
}

interface LimitProps {
  readonly label: string;
  readonly type?: 'text' | 'date';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Limit({ label, type = 'text', value, onChange }: LimitProps) {
  const id = useId();
  const isFault = type === 'date' && value !== '' && startOfDay(value) === undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {createElement('input', {
        id,
        type,
        value,
        max: type === 'date' ? LAST_DAY : undefined,
        autoComplete: 'off',
        'aria-invalid': isFault,
        'aria-describedby': isFault ? `${id}-fault` : undefined,
        onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
          onChange(currentTarget.value),
      })}
      {isFault && (
        <p id={`${id}-fault`} class="fault" role="alert">
          {t().dayMissing}
        </p>
      )}
    </div>
  );
}
