import remove from 'icon:x';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { keyOf, type Recipient } from '../../state/actions/recipients.ts';
import { t } from '../../text/text.ts';
import { Circles } from '../display/people.tsx';
import { IconButton } from '../forms/button.tsx';
import { type FindRecipients, findRecipients, findUsers, useFound } from './found-recipients.ts';

interface PeopleFieldProps {
  readonly recipients: readonly Recipient[];
  readonly onChange: (recipients: readonly Recipient[]) => void;
  /** Finds groups as well, for shares. Otherwise all users, for administrators. */
  readonly hasGroups: boolean;
  readonly hasFocus: boolean;
  /** Typed text that is not resolved to a recipient yet. */
  readonly typed: string;
  readonly onType: (typed: string) => void;
  /** Default: people, or people and groups. */
  readonly label?: string;
  /** A sentence below the field. */
  readonly hint?: string;
  /** Errors of the field. */
  readonly faults: readonly string[];
}

/** The texts of the field. */
function textsOf({ hasGroups, label, hint = '' }: PeopleFieldProps) {
  const texts = t().sharing;
  return hasGroups
    ? {
        ...{ label: label ?? texts.peopleAndGroups, hint },
        ...{ placeholder: texts.nameMailOrGroup, none: texts.nobodyOrNoGroup },
      }
    : { label: label ?? texts.people, hint, placeholder: texts.nameOrMail, none: texts.nobody };
}

/** A field for users and groups. Finds them by the first letters of a name; Enter adds the active one. */
export function PeopleField(props: PeopleFieldProps) {
  const { recipients, onChange, hasGroups, hasFocus, typed, faults } = props;
  const texts = textsOf(props);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const picker = usePicker(props, hasGroups ? findRecipients : findUsers, () => input.current?.focus());
  const { found, active } = picker;
  const note =
    faults.length > 0 ? t().faults(faults) : found?.length === 0 ? texts.none(typed.trim()) : texts.hint;
  return (
    <div class="field people-field">
      <label for={id}>{texts.label}</label>
      <div class="people-chips">
        <Chips recipients={recipients} onChange={onChange} />
        <input
          ref={input}
          id={id}
          name="users"
          type="text"
          autoFocus={hasFocus}
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
          placeholder={recipients.length === 0 ? texts.placeholder : ''}
          value={typed}
          onInput={({ currentTarget }) => picker.type(currentTarget.value)}
          onKeyDown={picker.onKeyDown}
        />
      </div>
      <Suggestions id={id} label={texts.label} found={found ?? []} active={active} onTake={picker.take} />
      <p id={`${id}-note`} role="status" class={faults.length > 0 ? 'fault' : 'hint'} hidden={note === ''}>
        {note}
      </p>
    </div>
  );
}

/** The suggestions and the key handler. @param focus focuses the field */
function usePicker(
  { recipients, onChange, typed, onType }: PeopleFieldProps,
  find: FindRecipients,
  focus: () => void,
) {
  const [active, setActive] = useState(0);
  /** Enter was pressed before the response arrived. */
  const [isHasty, setHasty] = useState(false);
  const q = typed.trim();
  const chosen = new Set(recipients.map(keyOf));
  const found = useFound(q, find)?.filter((each) => !chosen.has(keyOf(each)));
  const type = (text: string): void => {
    onType(text);
    setActive(0);
    setHasty(false);
  };
  const take = (recipient: Recipient): void => {
    onChange([...recipients, recipient]);
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
    const suggested = found?.[active];
    if (suggested !== undefined) take(suggested);
    else setHasty(found === undefined);
  };
  const actions: Readonly<Record<string, () => void>> =
    q === ''
      ? { Backspace: () => onChange(recipients.slice(0, -1)) }
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

type ChipsProps = Pick<PeopleFieldProps, 'recipients' | 'onChange'>;

function Chips({ recipients, onChange }: ChipsProps) {
  return recipients.map((each) => (
    <span key={keyOf(each)} class="person">
      <Circle recipient={each} />
      <span title={each.kind === 'user' ? each.login : t().sharing.group}>{each.name}</span>
      {each.kind === 'group' && <span class="visually-hidden">{t().sharing.group}</span>}
      <IconButton
        icon={remove}
        label={t().sharing.removePerson(each.name)}
        onClick={() => onChange(recipients.filter((other) => other !== each))}
      />
    </span>
  ));
}

function Circle({ recipient: { kind, name } }: { readonly recipient: Recipient }) {
  return kind === 'user' ? <Circles names={[name]} /> : <Circles names={[]} groups={[name]} />;
}

interface SuggestionsProps {
  readonly id: string;
  readonly label: string;
  readonly found: readonly Recipient[];
  readonly active: number;
  readonly onTake: (recipient: Recipient) => void;
}

function Suggestions({ id, label, found, active, onTake }: SuggestionsProps) {
  return (
    <div id={`${id}-list`} class="found-people" role="listbox" aria-label={label} hidden={found.length === 0}>
      {found.map((each, index) => (
        <div
          key={keyOf(each)}
          id={`${id}-${String(index)}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(each)}
        >
          <Circle recipient={each} />
          <span>{each.name}</span>
          <small>{each.kind === 'user' ? each.login : t().sharing.group}</small>
        </div>
      ))}
    </div>
  );
}
