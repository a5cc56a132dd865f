import close from 'icon:x';
import type { ComponentChildren, VNode } from 'preact';
import { t } from '../../text/text.ts';
import { Icon } from '../display/icon.tsx';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly icon?: string;
  /** `primary`: the main action. `danger`: an action that cannot be undone. */
  readonly variant?: 'plain' | 'primary' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly hasMenu?: boolean;
  /** Initially focused in its dialog, so that Enter presses it. */
  readonly hasFocus?: boolean;
  /** Accessible name, where the text alone does not identify the subject. */
  readonly label?: string;
  readonly onClick?: (event: MouseEvent) => void;
}

/** A button with text. */
export function Button({
  children,
  icon,
  variant = 'plain',
  type = 'button',
  disabled,
  hasMenu = false,
  hasFocus = false,
  label,
  onClick,
}: ButtonProps) {
  return (
    <button
      type={type}
      class={`button ${variant}`}
      disabled={disabled}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      aria-label={label}
      autofocus={hasFocus}
      onClick={onClick}
    >
      {icon && <Icon of={icon} size={18} />}
      <span>{children}</span>
    </button>
  );
}

interface IconButtonProps {
  /** Path data of an icon, or an element in its place. */
  readonly icon: string | VNode;
  /** Accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly isPressed?: boolean;
  readonly hasMenu?: boolean;
  readonly tabIndex?: number;
  readonly disabled?: boolean;
  readonly onClick: (event: MouseEvent & { readonly currentTarget: HTMLButtonElement }) => void;
}

/** A button with only an icon. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, isPressed, hasMenu = false, tabIndex, disabled, onClick } = props;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      tabIndex={tabIndex}
      disabled={disabled}
      onClick={onClick}
    >
      {typeof icon === 'string' ? <Icon of={icon} /> : icon}
    </button>
  );
}

/** Closes the element that contains it. */
export function CloseButton({ onClick }: Pick<IconButtonProps, 'onClick'>) {
  return <IconButton icon={close} label={t().close} onClick={onClick} />;
}
