import { useId } from 'preact/hooks';

interface CheckProps {
  readonly label: string;
  readonly name: string;
  /** In a form its value is this, or it is missing. Default: `on`. */
  readonly value?: string;
  readonly isOn?: boolean;
  /** A sentence beneath. */
  readonly hint?: string;
}

/** A box of a form that can be ticked. */
export function Check({ label, name, value = 'on', isOn = false, hint }: CheckProps) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={isOn}
        aria-describedby={hint === undefined ? undefined : `${id}-note`}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-note`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
