import { useId } from 'preact/hooks';
import type { Entry } from '../../api/records.ts';
import { bitsOf, ROLES } from '../../state/actions/sharing.ts';
import { BITS } from '../../state/files/permissions.ts';
import { t } from '../../text/text.ts';

/** The chosen role, or single permissions. */
export type Choice = (typeof ROLES)[number] | 'single';

const CHOICES = [...ROLES, 'single'] as const;

interface RoleFieldProps {
  readonly type: Entry['type'];
  /** The user's own permission bits; only these can be granted. */
  readonly own: number;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

/** Choice of a role. */
export function RoleField({ type, own, choice, onChoose }: RoleFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{t().sharing.role}</label>
      <select
        id={id}
        value={choice}
        onChange={({ currentTarget }) =>
          onChoose(CHOICES.find((each) => each === currentTarget.value) ?? 'view')
        }
      >
        {CHOICES.map((each) => (
          <option key={each} value={each} disabled={each !== 'single' && (bitsOf(each, type) & ~own) !== 0}>
            {each === 'single' ? t().sharing.single : t().sharing.roles[each]}
          </option>
        ))}
      </select>
    </div>
  );
}

interface BitsFieldProps {
  readonly type: Entry['type'];
  readonly own: number;
  readonly bits: number;
  readonly onChange: (bits: number) => void;
}

const NAMES = ['read', 'update', 'create', 'delete', 'share'] as const;

/** Choice of single permissions. */
export function BitsField({ type, own, bits, onChange }: BitsFieldProps) {
  const names = type === 'folder' ? NAMES : NAMES.filter((name) => name !== 'create');
  return (
    <fieldset class="bits">
      <legend>{t().sharing.single}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={(bits & BITS[name]) !== 0}
            disabled={name === 'read' || (own & BITS[name]) === 0}
            onChange={() => onChange(bits ^ BITS[name])}
          />
          {t().sharing.bits[name]}
        </label>
      ))}
    </fieldset>
  );
}
