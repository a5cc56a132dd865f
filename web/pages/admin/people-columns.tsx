import type { User } from '../../api/records.ts';
import { Circles } from '../../parts/display/people.tsx';
import type { Column } from '../../parts/grid/grid.tsx';
import { formatMoment, formatShort, formatSize } from '../../text/format.ts';
import { t } from '../../text/text.ts';

/** The columns of the account list. */
export function peopleColumns(): readonly Column<User>[] {
  const texts = t().admin;
  return [
    { id: 'name', title: t().name, cell: (user) => <NameCell user={user} /> },
    { id: 'login', title: texts.login, cell: ({ login }) => <span title={login}>{login}</span> },
    {
      id: 'email',
      title: texts.email,
      isOptional: true,
      cell: ({ email }) => <span title={email}>{email}</span>,
    },
    {
      id: 'factor',
      title: texts.secondFactor,
      isOptional: true,
      cell: ({ two_factor }) => texts.factors[two_factor],
    },
    { id: 'used', title: texts.used, cell: usedBy },
    {
      id: 'seen',
      title: texts.lastSignIn,
      isOptional: true,
      cell: ({ last_login_at: time }) =>
        time === null ? (
          texts.never
        ) : (
          <time dateTime={time} title={formatMoment(time)}>
            {formatShort(time)}
          </time>
        ),
    },
  ];
}

function usedBy({ used_bytes, quota_bytes }: User): string {
  const used = formatSize(used_bytes);
  return quota_bytes === null ? used : t().admin.usedOf(used, formatSize(quota_bytes));
}

function NameCell({ user }: { readonly user: User }) {
  const texts = t().admin;
  return (
    <>
      <Circles names={[user.name]} />
      <span class="text" title={user.name}>
        {user.name}
      </span>
      {user.is_admin && <span class="mark">{texts.administrator}</span>}
      {user.is_disabled && <span class="mark off">{texts.disabled}</span>}
    </>
  );
}
