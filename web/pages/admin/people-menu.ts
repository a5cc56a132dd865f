import disableIcon from 'icon:ban';
import sessionsIcon from 'icon:log-out';
import mail from 'icon:mail';
import pencil from 'icon:pencil';
import enableIcon from 'icon:rotate-ccw';
import factor from 'icon:shield-off';
import trash from 'icon:trash';
import type { User } from '../../api/records.ts';
import type { MenuItem } from '../../parts/dialogs/menu.tsx';
import { isOwn } from '../../state/actions/people-admin.ts';
import { t } from '../../text/text.ts';

/** Actions of an administrator on an account. */
export interface PeopleCommands {
  readonly edit: (user: User) => void;
  readonly invite: (user: User) => void;
  readonly askFactorOff: (user: User) => void;
  readonly endSessions: (user: User) => void;
  readonly toggle: (user: User) => void;
  readonly askDelete: (user: User) => void;
}

/** Menu of an account. Unavailable actions carry the reason. */
export function peopleMenu(user: User, commands: PeopleCommands): readonly MenuItem[] {
  const texts = t().admin;
  const own = isOwn(user) ? texts.ownAccount : undefined;
  return [
    { label: texts.edit, icon: pencil, keys: 'Enter', onSelect: () => commands.edit(user) },
    {
      label: texts.newInvitation,
      icon: mail,
      refusal: own ?? (user.is_disabled ? texts.disabledAccount : undefined),
      onSelect: () => commands.invite(user),
    },
    {
      label: texts.factorOff,
      icon: factor,
      refusal: own ?? (user.two_factor === 'off' ? texts.noFactor : undefined),
      onSelect: () => commands.askFactorOff(user),
    },
    { label: texts.endSessions, icon: sessionsIcon, onSelect: () => commands.endSessions(user) },
    {
      label: user.is_disabled ? texts.enable : texts.disable,
      icon: user.is_disabled ? enableIcon : disableIcon,
      refusal: own,
      onSelect: () => commands.toggle(user),
    },
    {
      label: texts.deletePerson,
      icon: trash,
      keys: t().deleteKey,
      isDanger: true,
      refusal: own,
      onSelect: () => commands.askDelete(user),
    },
  ];
}
