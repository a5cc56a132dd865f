import { Problem } from '../../parts/dialogs/problem.tsx';
import { Circles } from '../../parts/display/people.tsx';
import { GroupMembers } from '../../parts/groups/group-members.tsx';
import { useChanges } from '../../parts/hooks/use-changes.ts';
import { useLoaded } from '../../parts/hooks/use-loaded.ts';
import { ownGroups } from '../../state/actions/groups.ts';
import { t } from '../../text/text.ts';
import { Section } from './account-frame.tsx';

/** The groups of the user, with their members. Hidden for users without a group. */
export function GroupsSection() {
  const { value: groups, error, reload } = useLoaded(ownGroups, []);
  useChanges('account', reload);
  if (error === undefined && (groups === undefined || groups.length === 0)) return null;
  const texts = t().groups;
  return (
    <Section title={texts.own} hint={texts.ownHint}>
      {error !== undefined && <Problem error={error} onRetry={reload} />}
      {groups !== undefined && (
        <ul class="lines own-groups" aria-label={texts.own}>
          {groups.map(({ id, name }) => (
            <li key={id}>
              <Circles names={[]} groups={[name]} />
              <div>
                <strong>{name}</strong> <GroupMembers id={id} name={name} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
