import invite from 'icon:user-plus';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.ts';
import { api, pageOf } from '../../api/client.ts';
import type { User } from '../../api/records.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { Button } from '../../parts/forms/button.tsx';
import { MenuList } from '../../parts/lists/menu-list.tsx';
import { navigate, type PageProps } from '../../router.ts';
import {
  deleteUser,
  endSessionsOf,
  type HandedInvitation,
  inviteUser,
  switchFactorOff,
  toggleDisabled,
} from '../../state/actions/people-admin.ts';
import { PagedList } from '../../state/files/paged-list.ts';
import { showToast } from '../../state/toasts.ts';
import { t } from '../../text/text.ts';
import { AdminFrame, ForAdmins } from './admin-frame.tsx';
import { peopleColumns } from './people-columns.tsx';
import { type PeopleCommands, peopleMenu } from './people-menu.ts';
import { EditDialog, InviteDialog, LinkDialog } from './person-dialogs.tsx';

const PAUSE_MS = 250;
/** Minimum query length of the service. */
const FEWEST_LETTERS = 2;

/** The dialog that is open over the list. */
type Asked =
  | { readonly what: 'invite' }
  | { readonly what: 'edit' | 'factor' | 'delete'; readonly user: User }
  | { readonly what: 'link'; readonly invitation: HandedInvitation };

/** The accounts of the service. */
export function Page({ query }: PageProps) {
  return (
    <ForAdmins>
      <People q={query.get('q') ?? ''} />
    </ForAdmins>
  );
}

function People({ q }: { readonly q: string }) {
  const texts = t().admin;
  const [asked, ask] = useState<Asked>();
  const words = q.length < FEWEST_LETTERS ? undefined : q;
  const list = useMemo(
    () =>
      new PagedList<User>((page, per_page) => {
        const query = { page, per_page, ...(words === undefined ? {} : { q: words }) };
        return pageOf(api.GET('/users', { params: { query } }));
      }),
    [words],
  );
  const commands: PeopleCommands = {
    edit: (user) => ask({ what: 'edit', user }),
    invite: (user) =>
      void inviteUser(user).then(
        (invitation) => {
          if (invitation !== undefined) ask({ what: 'link', invitation });
        },
        (reason: unknown) => showToast(asApiError(reason).message, 'failed'),
      ),
    askFactorOff: (user) => ask({ what: 'factor', user }),
    endSessions: (user) => void endSessionsOf(user),
    toggle: (user) => void toggleDisabled(list, user),
    askDelete: (user) => ask({ what: 'delete', user }),
  };
  return (
    <AdminFrame
      title={texts.people}
      isList
      actions={
        <>
          <PeopleFilter q={q} />
          <Button variant="primary" icon={invite} onClick={() => ask({ what: 'invite' })}>
            {texts.invite}
          </Button>
        </>
      }
    >
      <MenuList
        label={texts.people}
        list={list}
        columns={peopleColumns()}
        itemsFor={(user) => peopleMenu(user, commands)}
        onOpen={commands.edit}
        onDelete={(user) => {
          const item = peopleMenu(user, commands).at(-1);
          if (item?.refusal === undefined) item?.onSelect();
          else showToast(item.refusal, 'failed');
        }}
        empty={texts.nobodyFound}
      />
      {asked && <Dialogs asked={asked} list={list} ask={ask} />}
    </AdminFrame>
  );
}

interface DialogsProps {
  readonly asked: Asked;
  readonly list: PagedList<User>;
  readonly ask: (asked: Asked | undefined) => void;
}

function Dialogs({ asked, list, ask }: DialogsProps) {
  const texts = t().admin;
  const onClose = (): void => ask(undefined);
  if (asked.what === 'invite')
    return (
      <InviteDialog
        onMade={() => void list.refresh()}
        onLink={(invitation) => ask({ what: 'link', invitation })}
        onClose={onClose}
      />
    );
  if (asked.what === 'link') return <LinkDialog invitation={asked.invitation} onClose={onClose} />;
  const { user } = asked;
  if (asked.what === 'edit')
    return <EditDialog user={user} onSaved={(saved) => list.replace(saved)} onClose={onClose} />;
  if (asked.what === 'factor')
    return (
      <Confirm
        title={texts.factorOffTitle(user.name)}
        action={texts.factorOffAction}
        onClose={onClose}
        onConfirm={() => void switchFactorOff(list, user)}
      >
        {texts.factorOffText}
      </Confirm>
    );
  return (
    <Confirm
      title={texts.deleteTitle(user.name)}
      action={texts.deletePerson}
      onClose={onClose}
      onConfirm={() => void deleteUser(list, user)}
    >
      {texts.deleteText(user.login)}
    </Confirm>
  );
}

/** Filters the list while the user types. */
function PeopleFilter({ q }: { readonly q: string }) {
  const [typed, setTyped] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current !== document.activeElement) setTyped(q);
  }, [q]);
  useEffect(() => {
    const words = typed.trim();
    if (words === q) return undefined;
    const timer = setTimeout(
      () =>
        navigate(words === '' ? '/admin/people' : `/admin/people?q=${encodeURIComponent(words)}`, {
          replace: true,
        }),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      ref={input}
      type="search"
      aria-label={t().admin.findPeople}
      placeholder={t().admin.findPeople}
      autoComplete="off"
      value={typed}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
