import { useId } from 'preact/hooks';

interface ChoiceProps<T extends string> {
  /** Name of the group. */
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** Shows the name only to screen readers, because a heading already states it. */
  readonly isLabelHidden?: boolean;
}

/** A choice of one option, side by side (radio buttons: the arrow keys choose). */
export function Choice<T extends string>({ label, options, value, onChange, isLabelHidden }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend class={isLabelHidden === true ? 'visually-hidden' : ''}>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
