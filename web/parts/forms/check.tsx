import { useId } from 'preact/hooks';

interface CheckProps {
  readonly label: string;
  readonly name: string;
  /** Form value while checked; absent otherwise. Default: `on`. */
  readonly value?: string;
  readonly isOn?: boolean;
  /** A sentence below the box. */
  readonly hint?: string;
}

/** A checkbox of a form. */
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
