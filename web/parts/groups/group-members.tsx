import { useId, useState } from 'preact/hooks';
import type { GroupMember } from '../../api/records.ts';
import { findGroup, membersOf } from '../../state/actions/groups.ts';
import { t } from '../../text/text.ts';
import { Problem } from '../dialogs/problem.tsx';
import { Circles } from '../display/people.tsx';
import { Button } from '../forms/button.tsx';
import { useLoaded } from '../hooks/use-loaded.ts';
import { PAGE_SIZE, usePages } from '../hooks/use-pages.ts';
import { Loading } from '../loading/loading.tsx';

interface GroupProps {
  readonly name: string;
  /** Undefined: not known yet. The group is then found by its name. */
  readonly id: number | undefined;
}

/** A button that shows the members of a group below it. For users who may see them. */
export function GroupMembers({ name, id }: GroupProps) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  return (
    <>
      <button
        type="button"
        class="link"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-label={t().groups.membersOf(name)}
        onClick={() => setOpen(!isOpen)}
      >
        {t().groups.members}
      </button>
      <div id={list} class="group-members" hidden={!isOpen}>
        {isOpen && (id === undefined ? <Named name={name} /> : <Members name={name} id={id} />)}
      </div>
    </>
  );
}

function Named({ name }: Pick<GroupProps, 'name'>) {
  const { value, error, reload } = useLoaded(async () => ({ group: await findGroup(name) }), [name]);
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (value === undefined) return <Loading />;
  if (value.group === undefined) return <p class="hint">{t().groups.gone}</p>;
  return <Members name={name} id={value.group.id} />;
}

function Members({ name, id }: { readonly name: string; readonly id: number }) {
  const { items, error, reload, more } = usePages((page) => membersOf(id, page, PAGE_SIZE), [id]);
  const texts = t().groups;
  if (error?.status === 404) return <p class="hint">{texts.gone}</p>;
  if (error !== undefined) return <Problem error={error} onRetry={reload} />;
  if (items === undefined) return <Loading />;
  if (items.length === 0) return <p class="hint">{texts.noMembers}</p>;
  return (
    <>
      <ul aria-label={texts.membersOf(name)}>
        {items.map((member) => (
          <MemberLine key={member.id} member={member} />
        ))}
      </ul>
      {more && <Button onClick={more}>{texts.more}</Button>}
    </>
  );
}

function MemberLine({ member: { name, login, is_disabled } }: { readonly member: GroupMember }) {
  return (
    <li>
      <Circles names={[name]} />
      <span>{name}</span>
      <small>{is_disabled ? `${login}, ${t().groups.disabled}` : login}</small>
    </li>
  );
}
