import type { ComponentChildren } from 'preact';
import type { Group, Share } from '../../api/records.ts';
import { account } from '../../api/session.ts';
import { t } from '../../text/text.ts';
import { Circles } from '../display/people.tsx';
import { GroupMembers } from '../groups/group-members.tsx';
import { receiptFor } from './access.ts';

interface RecipientsProps {
  readonly share: Share;
  readonly ownGroups: readonly Group[];
  /** Further facts about the share. */
  readonly children?: ComponentChildren;
}

/** The users and groups that receive a share, and whether the user does as a member of a group. */
export function Recipients({ share, ownGroups, children }: RecipientsProps) {
  const names = share.people.map(({ name }) => name);
  const { through } = receiptFor(share, ownGroups);
  return (
    <>
      <Circles names={names} groups={share.groups} />
      <div class="who">
        {names.length > 0 && <span>{names.join(', ')}</span>}
        {share.groups.map((name) => (
          <GroupLine key={name} name={name} id={ownGroups.find((group) => group.name === name)?.id} />
        ))}
        {through.length > 0 && <small>{t().sharing.youThrough(through.join(', '))}</small>}
        {children}
      </div>
    </>
  );
}

/** A group. Its members are for themselves and for administrators. */
function GroupLine({ name, id }: { readonly name: string; readonly id: number | undefined }) {
  const maySeeMembers = id !== undefined || account.value?.is_admin === true;
  return (
    <div>
      {name} <small>{t().sharing.group}</small> {maySeeMembers && <GroupMembers name={name} id={id} />}
    </div>
  );
}
