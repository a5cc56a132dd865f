import remove from 'icon:x';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Colleague } from '../../api/records.ts';
import { t } from '../../text/text.ts';
import { Circles } from '../display/people.tsx';
import { IconButton } from '../forms/button.tsx';
import { usePeople } from './use-people.ts';

interface PeopleFieldProps {
  readonly label: string;
  readonly people: readonly Colleague[];
  readonly onChange: (people: readonly Colleague[]) => void;
  /** Typed text that is not resolved to a user yet. */
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** Errors of the field. */
  readonly faults: readonly string[];
}

/** A field for users. Finds users by the first letters of a name; Enter adds the active one. */
export function PeopleField(props: PeopleFieldProps) {
  const { label, people, onChange, typed, faults } = props;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const picker = usePicker(props, () => input.current?.focus());
  const { found, active } = picker;
  const note = noteOf(faults, found, typed);
  return (
    <div class="field people-field">
      <label for={id}>{label}</label>
      <div class="people-chips">
        <PeopleChips people={people} onChange={onChange} />
        <input
          ref={input}
          id={id}
          name="users"
          type="text"
          autoFocus
          role="combobox"
          list={undefined}
          autoComplete="off"
          spellcheck={false}
          aria-expanded={found !== undefined && found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found?.[active] ? `${id}-${String(active)}` : undefined}
          aria-invalid={faults.length > 0}
          aria-describedby={`${id}-note`}
          placeholder={people.length === 0 ? t().sharing.nameOrMail : ''}
          value={typed}
          onInput={({ currentTarget }) => picker.type(currentTarget.value)}
          onKeyDown={picker.onKeyDown}
        />
      </div>
      <FoundPeople id={id} found={found ?? []} active={active} onTake={picker.take} />
      <p id={`${id}-note`} role="status" class={faults.length > 0 ? 'fault' : 'hint'} hidden={note === ''}>
        {note}
      </p>
    </div>
  );
}

function noteOf(faults: readonly string[], found: readonly Colleague[] | undefined, typed: string): string {
  if (faults.length > 0) return t().faults(faults);
  return found?.length === 0 ? t().sharing.nobody(typed.trim()) : '';
}

/** The suggestions and the key handler. @param focus focuses the field */
function usePicker({ people, onChange, typed, onType }: PeopleFieldProps, focus: () => void) {
  const [active, setActive] = useState(0);
  /** Enter was pressed before the response arrived. */
  const [isHasty, setHasty] = useState(false);
  const q = typed.trim();
  const found = usePeople(q)?.filter(({ login }) => people.every((each) => each.login !== login));
  const type = (text: string): void => {
    onType(text);
    setActive(0);
    setHasty(false);
  };
  const take = (colleague: Colleague): void => {
    onChange([...people, colleague]);
    type('');
    focus();
  };
  useEffect(() => {
    const [first] = found ?? [];
    if (isHasty && first !== undefined) take(first);
    else if (found !== undefined) setHasty(false);
  }, [isHasty, found?.length]);
  const go = (by: number): void => {
    setActive(Math.max(0, Math.min(active + by, (found?.length ?? 0) - 1)));
  };
  const enter = (): void => {
    const chosen = found?.[active];
    if (chosen !== undefined) take(chosen);
    else setHasty(found === undefined);
  };
  const actions: Readonly<Record<string, () => void>> =
    q === ''
      ? { Backspace: () => onChange(people.slice(0, -1)) }
      : { Enter: enter, Escape: () => type(''), ArrowDown: () => go(1), ArrowUp: () => go(-1) };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = actions[event.key];
    // A login without suggestions is submitted as typed; the service reports an error if it does not exist.
    const isSent = event.key === 'Enter' && found?.length === 0;
    if (act === undefined || isSent) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  };
  return { found, active, type, take, onKeyDown };
}

type PeopleChipsProps = Pick<PeopleFieldProps, 'people' | 'onChange'>;

function PeopleChips({ people, onChange }: PeopleChipsProps) {
  return people.map(({ login, name }) => (
    <span key={login} class="person">
      <Circles names={[name]} />
      <span title={login}>{name}</span>
      <IconButton
        icon={remove}
        label={t().sharing.removePerson(name)}
        onClick={() => onChange(people.filter((each) => each.login !== login))}
      />
    </span>
  ));
}

interface FoundPeopleProps {
  readonly id: string;
  readonly found: readonly Colleague[];
  readonly active: number;
  readonly onTake: (colleague: Colleague) => void;
}

function FoundPeople({ id, found, active, onTake }: FoundPeopleProps) {
  return (
    <div
      id={`${id}-list`}
      class="found-people"
      role="listbox"
      aria-label={t().sharing.people}
      hidden={found.length === 0}
    >
      {found.map((colleague, index) => (
        <div
          key={colleague.login}
          id={`${id}-${String(index)}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(colleague)}
        >
          <Circles names={[colleague.name]} />
          <span>{colleague.name}</span>
          <small>{colleague.login}</small>
        </div>
      ))}
    </div>
  );
}
